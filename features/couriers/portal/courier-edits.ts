import { call } from '#platform/portal/api/call.ts'
import type { CellEdit } from '#platform/portal/grid/edit/cell-edit.ts'
import { COURIER_MAX, type Courier, couriers } from '../contract.ts'

/** Edits one field of a courier in the list, as it is when editing begins; the save is refused when it has changed since. */
const editOf = (textOf: (courier: Courier) => string, changeTo: (text: string) => Partial<Courier>): CellEdit<Courier> => ({
  permission: 'EditCourier',
  nameOf: ({ Name }) => Name,
  begin: async ({ Id }) => {
    const courier = await call(couriers.get, { params: { courierId: Id } })
    return { value: textOf(courier), save: (text) => call(couriers.save, { input: { ...courier, ...changeTo(text) } }) }
  },
})

export const editDescription: CellEdit<Courier> = {
  ...editOf(
    ({ Description }) => Description,
    (Description) => ({ Description }),
  ),
  maxLength: COURIER_MAX.description,
}

/** Text that is no number becomes NaN, which the server refuses with the form's message. */
export const editSortOrder: CellEdit<Courier> = {
  ...editOf(
    ({ SortOrder }) => String(SortOrder),
    (text) => ({ SortOrder: text.trim() === '' ? Number.NaN : Number(text) }),
  ),
  isNumber: true,
}
