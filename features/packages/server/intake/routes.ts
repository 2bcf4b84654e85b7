import type { Router } from '#platform/server/http/route.ts'
import { createPictures } from '#platform/server/image.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { intake } from '../../intake-contract.ts'
import { t } from '../../intake-messages.ts'
import { heldCount, notifyHeld } from './batch.ts'
import { readLabelPhoto, saveLabelPhoto } from './label-photos.ts'

/** Mailroom intake (decisions "Mailroom intake"). */
export function intakeRoutes(route: Router, { database }: { readonly database: Database }): void {
  const pictures = createPictures(database)
  route(intake.held, async ({ db, caller }) => ({ Count: await heldCount(db, caller.id) }))
  route(intake.notifyAll, async ({ db, caller, now }) => {
    const { packages, recipients } = await notifyHeld(db, { userId: caller.id }, now)
    return { Message: t('MsgBatchNotified', { packages, recipients }) }
  })
  route.withoutTransaction(intake.savePhoto, async ({ params: { packageId }, input, now, caller, inTenant }) => {
    const photo = await pictures.encodePhoto(caller, input.Image, 'Image')
    await inTenant(({ db, tenant }) => saveLabelPhoto(db, tenant, caller, { packageId, photo, at: now }))
    return { Message: t('MsgLabelPhotoSaved') }
  })
  route(intake.photo, ({ db, params }) => readLabelPhoto(db, params.packageId))
}
