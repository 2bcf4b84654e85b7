import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { recordOperations, savedRecord } from '#platform/record.ts'
import { Choice, optionalText, pageQuery, requiredText, SortOrder, searchText } from '#platform/wire.ts'
import { t } from './messages.ts'
import { courierEntity } from './screens.ts'

/** Longest texts of a courier, in characters (spec 2 §9). */
export const COURIER_MAX = { name: 100, description: 1024 } as const

const CourierChoice = Choice.extend({ SortOrder: z.int(), IsDryCleaning: z.boolean() })

/** A courier as it is listed and edited (spec 2 §3). */
export const Courier = CourierChoice.extend({ Description: z.string() })
export type Courier = z.infer<typeof Courier>
/** A courier as its form shows it. */
export const CourierRecord = Courier.extend({
  /** Of the record, for a save that must not overwrite another's. */
  Version: z.string(),
})
export type CourierRecord = z.infer<typeof CourierRecord>

/** The input of a save, and the form's fields (spec 2 §5 "Courier"). */
export const CourierDraft = z.object({
  ...savedRecord,
  Name: requiredText(COURIER_MAX.name, t('MsgCourierNameEmpty'), t('MsgCourierNameTooLong', { max: COURIER_MAX.name })),
  Description: optionalText(COURIER_MAX.description, t('MsgCourierDescriptionTooLong', { max: COURIER_MAX.description })),
  SortOrder,
  IsDryCleaning: z.boolean().default(false),
})

export const couriers = {
  all: operation('GET', '/courier/getallcouriers', {
    // The screens of couriers, of agents and their registrations (a filter and a column), and of packages (a column).
    permission: [
      'ViewCourier',
      'ViewAgent',
      'AddAgent',
      'EditAgent',
      'ViewAgentRegistration',
      'EditAgentRegistration',
      'ViewPackage',
      'AddPackage',
      'EditPackage',
    ],
    summary: 'Every courier, by name',
    output: z.array(CourierChoice),
  }),
  assignable: operation('GET', '/courier/getalluserassignablecouriers', {
    // The forms in which a courier is chosen: agents, their registrations, packages.
    permission: ['AddAgent', 'EditAgent', 'EditAgentRegistration', 'AddPackage', 'EditPackage'],
    ticket: true,
    summary: 'The couriers that are offered for choice, by sort order; one with sort order zero is not offered',
    output: z.array(CourierChoice),
  }),
  ...recordOperations(courierEntity, {
    page: {
      path: '/courier/getpagedcouriers',
      summary: 'Couriers by page',
      input: pageQuery(['Name', 'Description', 'SortOrder', 'IsDryCleaning']).extend({
        /** Words in the name. */
        SearchText: searchText(),
      }),
      row: Courier,
    },
    get: { path: '/courier/get/{courierId}', summary: 'A courier as its form shows it', output: CourierRecord },
    save: { path: '/courier/save', summary: 'Adds a courier, or changes the one with this id', input: CourierDraft },
    remove: { path: '/courier/delete', summary: 'Deletes couriers without agents and packages on site, row by row' },
  }),
}
