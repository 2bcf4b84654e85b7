import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { PHOTO_REQUEST } from '#platform/photo.ts'
import { t as photo } from '#platform/photo-messages.ts'
import { Done, Id, Time } from '#platform/wire.ts'

const params = z.object({ packageId: Id })

/** Mailroom intake: batches and photos of labels (decisions "Mailroom intake"). */
export const intake = {
  held: operation('GET', '/packages/heldarrivals', {
    permission: 'AddPackage',
    summary: 'How many packages the caller has booked whose recipients are not notified yet',
    output: z.object({ Count: z.int() }),
  }),
  notifyAll: operation('POST', '/packages/notifyarrivals', {
    permission: 'AddPackage',
    summary: 'Notifies the recipients of the packages that the caller booked to be notified later, each once',
    input: z.object({}),
    output: Done,
  }),
  savePhoto: operation('POST', '/package/labelphoto/{packageId}', {
    permission: ['AddPackage', 'EditPackage'],
    summary: 'Keeps a photo of a package’s label, in place of one before',
    bodyLimit: PHOTO_REQUEST,
    tooLarge: photo('MsgPhotoTooLarge'),
    params,
    input: z.object({ /** The data URL of a png, gif or jpeg. */ Image: z.string() }),
    output: Done,
  }),
  photo: operation('GET', '/package/labelphoto/{packageId}', {
    permission: 'EditPackage',
    summary: 'The photo of a package’s label; 404 when there is none',
    params,
    output: z.object({ TakenAt: Time, Image: z.string() }),
  }),
}
