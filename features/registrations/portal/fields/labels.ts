import { t as label } from '#platform/labels.ts'
import { t } from '../../messages.ts'

const LABELS = {
  FirstName: 'LabelFirstName',
  LastName: 'LabelLastName',
  Email: 'LabelEmail',
  PhoneNumber: 'LabelMobilePhone',
  PhoneNumber1: 'LabelPhone1',
  PhoneNumber2: 'LabelPhone2',
  PropertyId: 'LabelProperty',
  BuildingId: 'LabelBuilding',
  UnitNumber: 'LabelUnitNumber',
  CourierId: 'LabelCourier',
  UserName: 'LabelUserName',
  Pin: 'LabelPin',
  PropertyIds: 'LabelProperties',
} as const
export type Field = keyof typeof LABELS | 'IsDDA'

/** What a field of the forms is called, at the field and where it is said to be missing. */
export const labelOf = (field: Field): string => (field === 'IsDDA' ? t('LabelDda') : label(LABELS[field])).text
