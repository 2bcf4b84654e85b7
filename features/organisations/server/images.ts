import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tables } from '#database/tables.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import { createPictures } from '#platform/server/image.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { LOGO } from '../contract.ts'
import { t } from '../messages.ts'

type Kind = Tables['organisation_images']['kind']
const REASONS = { type: t('MsgFileType'), size: t('MsgImageTooLarge') } as const

/** An uploaded logo as a new PNG, null for none; refuses anything but a png, gif or jpeg by its content, and large ones (spec 3 §5). */
export async function encodedLogo(
  database: Database,
  caller: Caller,
  dataUrl: string | null | undefined,
): Promise<Buffer | null> {
  if (!dataUrl) return null
  // Twice as high as shown, for dense screens.
  const image = await createPictures(database).encode(caller, dataUrl, {
    maxBytes: LOGO.maxBytes,
    width: LOGO.width * 2,
    height: LOGO.height * 2,
    as: 'png',
  })
  if (typeof image !== 'string') return image
  refuseIf(REASONS[image], 'Logo')
  return null
}

export async function saveImage(db: Db, organisation_id: string, kind: Kind, png: Buffer): Promise<void> {
  const hash = createHash('sha256').update(png).digest('hex').slice(0, 16)
  await db
    .insertInto('organisation_images')
    .values({ organisation_id, kind, png, hash })
    .onConflict((c) => c.columns(['organisation_id', 'kind']).doUpdateSet({ png, hash }))
    .execute()
}

export const readImage = (db: Db, kind: Kind) =>
  db.selectFrom('organisation_images').select(['png', 'hash']).where('kind', '=', kind).executeTakeFirst()

/** Another address for each picture, so that browsers may keep it; null without a picture. */
export async function imageAddress(db: Db, id: string, kind: Kind, name: string): Promise<string | null> {
  const image = await db.selectFrom('organisation_images').select('hash').where('kind', '=', kind).executeTakeFirst()
  return image ? `/api/organisation/${id}/${name}?v=${image.hash}` : null
}

/** The address of an organisation's logo. */
export const logoAddress = (db: Db, id: string) => imageAddress(db, id, 'organisation', 'logo')

/** Its address has a part that changes with the picture, so browsers keep it; 404 without one. */
export function sendImage(request: FastifyRequest, reply: FastifyReply, image: Awaited<ReturnType<typeof readImage>>): void {
  const { png, hash } = orNotFound(image)
  const etag = `"${hash}"`
  reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
  // Opened by itself, it is a picture and nothing else.
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline; filename="logo.png"')
    // E-mails and the preview of templates, which has no origin, show it.
    .header('cross-origin-resource-policy', 'cross-origin')
  if (request.headers['if-none-match'] === etag) reply.status(304).send()
  else reply.type('image/png').send(png)
}
