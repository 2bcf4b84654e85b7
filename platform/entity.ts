import type { Permission } from './permissions.ts'

/** The kinds of record that have permissions View…, Add…, Edit… and Delete…. */
export type Subject = Permission extends infer P ? (P extends `Add${infer S}` ? S : never) : never

/** The paths and permissions of one kind of record. */
export type Entity<Param extends string = string> = {
  /** Path of its screens below `#`, such as `/vehicle`. */
  readonly path: string
  /** The parameter that holds a record's id, such as `vehicleId`. */
  readonly param: Param
  readonly editPath: string
  readonly view: Permission
  readonly add: Permission
  readonly edit: Permission
  readonly remove: Permission
}

/**
 * What follows from the name of a kind of record: `entity('Vehicle')` has `/vehicle/list`, `/vehicle/create`,
 * `/vehicle/{vehicleId}/edit` and the permissions ViewVehicle, AddVehicle, EditVehicle and DeleteVehicle.
 * @param editWord the last part of the edit screen's path, where the specification writes another
 */
export function entity<const S extends Subject>(subject: S, { editWord = 'edit' } = {}): Entity<`${Uncapitalize<S>}Id`> {
  const path = `/${subject.toLowerCase()}`
  const param = `${subject[0]!.toLowerCase()}${subject.slice(1)}Id` as `${Uncapitalize<S>}Id`
  return {
    path,
    param,
    editPath: `${path}/{${param}}/${editWord}`,
    view: `View${subject}` as Permission,
    add: `Add${subject}` as Permission,
    edit: `Edit${subject}` as Permission,
    remove: `Delete${subject}` as Permission,
  }
}
