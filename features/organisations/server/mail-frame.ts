import type { FrameOf } from '#platform/server/mail/delivery.ts'
import { framed, htmlOfText, pictureBelow, type Sender } from '#platform/server/mail/frame.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { logoAddress } from './images.ts'

/** The tenant's organisation as the sender of e-mails, with its logo at a public address. */
export async function mailSender(db: Db, publicUrl: string): Promise<Sender> {
  const { id, name } = await db.selectFrom('organisations').select(['id', 'name']).executeTakeFirstOrThrow()
  const logo = await logoAddress(db, id)
  return { name, logo: logo && publicUrl + logo }
}

/** The HTML of the system's own e-mails, from their text. */
export const mailFrame =
  (publicUrl: string): FrameOf =>
  async (db, { body, language, picture }) =>
    framed(htmlOfText(body, publicUrl) + (picture ? pictureBelow(picture) : ''), {
      ...(await mailSender(db, publicUrl)),
      language,
    })
