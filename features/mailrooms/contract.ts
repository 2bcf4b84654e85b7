import { z } from 'zod'
import { elsewhere, reportWrong } from '#platform/given-twice.ts'
import { t as label } from '#platform/labels.ts'
import { operation } from '#platform/operation.ts'
import { recordOperations, savedRecord } from '#platform/record.ts'
import { AnyId, Choice, Id, optionalText, pageQuery, requiredChoice, requiredText, searchText } from '#platform/wire.ts'
import { mailroomsOfBuilding } from './look-up.ts'
import { t } from './messages.ts'
import { mailroomEntity } from './screens.ts'

/** Longest texts of a mailroom, in characters (spec 3 §3). */
const MAILROOM_MAX = { name: 100, address: 100, description: 1024 } as const

/** A mailroom as it is listed (spec 3 §2). `Packages`: how many are in it now. */
export const MailroomRow = Choice.extend({
  BuildingId: z.string(),
  BuildingName: z.string(),
  PropertyId: z.string(),
  PropertyName: z.string(),
  IsActive: z.boolean(),
  Packages: z.int(),
  /** The same places as in the fields above, in the shape of spec 3 §3. */
  Property: Choice,
  Building: Choice,
})
export type MailroomRow = z.infer<typeof MailroomRow>
/** A mailroom as it is edited (spec 3 §3). */
export const Mailroom = MailroomRow.omit({ Packages: true }).extend({
  Address: z.string(),
  Description: z.string(),
  Version: z.string(),
})
export type Mailroom = z.infer<typeof Mailroom>

/** The input of a save, and the form's fields (spec 3 §5 "Mailroom"). */
export const MailroomDraft = z.object({
  ...savedRecord,
  PropertyId: requiredChoice(t('MsgMailroomPlaceEmpty')),
  BuildingId: requiredChoice(t('MsgMailroomPlaceEmpty')),
  Name: requiredText(MAILROOM_MAX.name, t('MsgMailroomNameEmpty'), t('MsgMailroomNameTooLong', { max: MAILROOM_MAX.name })),
  Address: optionalText(MAILROOM_MAX.address, label('MsgAddressTooLong', { max: MAILROOM_MAX.address })),
  Description: optionalText(MAILROOM_MAX.description, label('MsgDescriptionTooLong', { max: MAILROOM_MAX.description })),
  /** Left out, a new mailroom is active and a saved one stays as it is. */
  IsActive: z.boolean().nullish(),
})

const placeEmpty = t('MsgMailroomPlaceEmpty')
const Place = elsewhere(requiredChoice(placeEmpty))

/** The input of a save: the fields of the form, where a place may also be given as an object, as in spec 3 §3. */
export const MailroomInput = MailroomDraft.extend({
  PropertyId: Place,
  BuildingId: Place,
  Property: z.object({ Id: Place }).nullish(),
  Building: z.object({ Id: Place }).nullish(),
}).superRefine(({ PropertyId, Property, BuildingId, Building }, context) =>
  reportWrong(context, [
    ...((PropertyId ?? Property?.Id) ? [] : [{ field: 'PropertyId', message: placeEmpty }]),
    ...((BuildingId ?? Building?.Id) ? [] : [{ field: 'BuildingId', message: placeEmpty }]),
  ]),
)

export const mailrooms = {
  ofBuilding: mailroomsOfBuilding,
  ...recordOperations(mailroomEntity, {
    page: {
      path: '/mailroom/getpagedbyorganisation',
      summary: 'Mailrooms by page, each with the number of packages in it',
      input: pageQuery(['Name', 'BuildingName', 'PropertyName', 'Packages']).extend({
        /** Words in name and address. */
        SearchText: searchText(),
        PropertyId: AnyId,
        BuildingId: AnyId,
      }),
      row: MailroomRow,
    },
    get: { path: '/mailroom/{mailroomId}', summary: 'A mailroom as its form shows it', output: Mailroom },
    save: { path: '/mailroom/save', summary: 'Adds a mailroom, or changes the one with this id', input: MailroomInput },
    remove: { path: '/mailroom/delete', summary: 'Deletes mailrooms that are not in use, row by row' },
  }),
  getOf: operation('GET', '/mailroom/{mailroomId}/{organisationId}', {
    permission: 'EditMailroom',
    summary: 'The same, in this organisation',
    params: z.object({ mailroomId: Id, organisationId: Id }),
    output: Mailroom,
  }),
}
