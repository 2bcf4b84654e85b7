import type { Permission } from '#platform/permissions.ts'
import type { CellEdit } from './cell-edit.ts'

type Edited = { readonly Name: string; readonly Version: string }

/** Edits a text of a record in the list, as it is when editing begins; the save is refused when it has changed since. */
export const fieldEdit = <Field extends string, Full extends Edited & Readonly<Record<Field, string>>>(options: {
  readonly permission: Permission
  readonly field: Field
  readonly maxLength: number
  readonly read: (id: string) => Promise<Full>
  readonly save: (record: Full) => Promise<unknown>
}): CellEdit<{ Id: string; Name: string }> => ({
  permission: options.permission,
  maxLength: options.maxLength,
  nameOf: ({ Name }) => Name,
  begin: async ({ Id }) => {
    const record = await options.read(Id)
    return { value: record[options.field], save: (text) => options.save({ ...record, [options.field]: text }) }
  },
})
