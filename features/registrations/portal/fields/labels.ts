import { t } from '../../messages.ts'

const LABELS = {
  FirstName: 'LabelFirstName',
  LastName: 'LabelLastName',
  Email: 'LabelEmail',
  PhoneNumber: 'LabelPhone',
  PhoneNumber1: 'LabelPhone1',
  PhoneNumber2: 'LabelPhone2',
  PropertyId: 'LabelProperty',
  BuildingId: 'LabelBuilding',
  UnitNumber: 'LabelUnit',
  IsDDA: 'LabelDda',
  CourierId: 'LabelCourier',
  UserName: 'LabelUserName',
  Pin: 'LabelPin',
  PropertyIds: 'LabelProperties',
} as const
export type Field = keyof typeof LABELS

/** What a field of the forms is called, at the field and where it is said to be missing. */
export const labelOf = (field: Field): string => t(LABELS[field]).text
