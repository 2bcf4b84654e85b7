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

/** The label of a form field, also used in the list of missing fields. */
export const labelOf = (field: Field): string => (field === 'IsDDA' ? t('LabelDda') : label(LABELS[field])).text
