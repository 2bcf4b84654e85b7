import { z } from 'zod'
import { PackageRow } from '#features/packages/contract.ts'
import { sought } from '#features/tracking-numbers/fields.ts'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { PHOTO_REQUEST } from '#platform/photo.ts'
import { t as photo } from '#platform/photo-messages.ts'
import { AnyId, Id, optionalText, requiredText, Saved, Time } from '#platform/wire.ts'
import { t } from './messages.ts'

/** Recipients of one search, and packages of one hand-over. */
export const MAX_RECIPIENTS = 20
export const MAX_PACKAGES = 100
const MAX_TEXT = 100
const MAX_NAME = 100

export const PROOF_SETTINGS = ['off', 'optional', 'required'] as const
export const PROOF_KINDS = ['signature', 'photo'] as const

/** A package that waits in a mailroom. */
export const WaitingPackage = PackageRow.pick({
  PackageId: true,
  PackageNumber: true,
  TrackingNumber: true,
  Status: true,
  StatusId: true,
  StatusGroupId: true,
  MailRoomName: true,
  DropOffTime: true,
  CourierName: true,
}).extend({
  /** Whether its status allows it to be handed over. */
  IsReady: z.boolean(),
})

/** Somebody with packages in the mailrooms; a resident who was found by an access code may have none. */
export const WaitingRecipient = z.object({
  ResidentId: z.string().nullable(),
  Name: z.string(),
  UnitNumber: z.string(),
  BuildingName: z.string(),
  /** Who may collect for them today. */
  Delegates: z.array(z.object({ Id: z.string(), Name: z.string() })),
  /** How they were found: by the access code, or by the text among the packages. */
  FoundBy: z.enum(['code', 'text']),
  /** The delegate whose code was given. */
  DelegateId: z.string().nullable(),
  Packages: z.array(WaitingPackage),
})
export type WaitingRecipient = z.infer<typeof WaitingRecipient>

/** Handing packages over in a mailroom (decision "Hand-over"). */
export const handOver = {
  find: operation('POST', '/handover/find', {
    permission: 'EditPackage',
    summary: 'Whose packages wait in a property’s mailrooms, by access code, name, unit, package or tracking number',
    reads: true,
    input: z.object({
      PropertyId: Id,
      Text: sought.pipe(requiredText(MAX_TEXT, t('LabelFind'))),
    }),
    output: z.object({
      Proof: z.enum(PROOF_SETTINGS),
      TimezoneId: z.string(),
      Recipients: z.array(WaitingRecipient),
      /** More people than `MAX_RECIPIENTS` were found: these are the first by name. */
      HasMore: z.boolean(),
    }),
  }),
  save: operation('POST', '/handover/save', {
    permission: 'EditPackage',
    summary: 'Hands packages of one recipient over; all or none. The same id again changes nothing',
    bodyLimit: PHOTO_REQUEST,
    tooLarge: photo('MsgPhotoTooLarge'),
    input: z.object({
      /** Made by the client. */
      Id: AnyId,
      PackageIds: z
        .array(Id)
        .min(1, packMessage(t('MsgNoPackage')))
        .max(MAX_PACKAGES, packMessage(t('MsgTooManyPackages', { count: MAX_PACKAGES })))
        .transform((ids) => [...new Set(ids)]),
      /** The delegate who collects. */
      DelegateId: AnyId,
      /** The name of somebody else who collects; empty for the recipient or a delegate. */
      CollectedBy: optionalText(MAX_NAME),
      /** `Image` is the data URL of a png, gif or jpeg. Nothing is kept where the property's setting is off. */
      Proof: z.object({ Kind: z.enum(PROOF_KINDS), Image: z.string() }).nullish(),
    }),
    output: Saved,
  }),
  proof: operation('GET', '/handover/{handOverId}/proof', {
    permission: 'EditPackage',
    summary: 'The proof of a hand-over',
    params: z.object({ handOverId: Id }),
    output: z.object({ Kind: z.enum(PROOF_KINDS), CollectedBy: z.string(), At: Time, Image: z.string() }),
  }),
}
