import { placeFilters, propertyFilter } from '#features/buildings/portal/shared/place-filters.ts'
import { useCourierChoices } from '#features/couriers/portal/shared/CourierPicker.tsx'
import { t as tResident } from '#features/residents/messages.ts'
import { t as label } from '#platform/labels.ts'
import type { GridFilter } from '#platform/portal/grid/grid-types.ts'
import { useSearchParams } from '#platform/portal/navigation/links.tsx'
import type { Viewer } from '#platform/portal/session/viewer.tsx'
import { t } from '../../messages.ts'
import { REGISTRATION_STATUS, STATUS_NAMES, statusText } from '../../rules.ts'

const text = (name: string, label: string): GridFilter => ({ name, label, kind: 'text', pinned: true, personal: true })

/** The initial status filter of a list: the one in the address, else pending (spec 2 §2). */
export const useFirstStatus = (): string => useSearchParams().registrationStatusTypeId ?? String(REGISTRATION_STATUS.Pending)

const status = (initial: string): GridFilter => ({
  name: 'RegistrationStatusType',
  label: t('LabelStatus').text,
  kind: 'choice',
  pinned: true,
  initial,
  toInput: Number,
  useChoices: () => ({
    choices: STATUS_NAMES.map((name) => ({ Id: String(REGISTRATION_STATUS[name]), Name: statusText(REGISTRATION_STATUS[name]) })),
  }),
})
const email: GridFilter = { ...text('Email', label('LabelEmail').text), pinned: false }

export function residentFilters(properties: Viewer['properties'], firstStatus: string): GridFilter[] {
  return [
    status(firstStatus),
    text('LastName', label('LabelLastName').text),
    text('FirstName', label('LabelFirstName').text),
    { ...text('UnitNumber', label('LabelUnitNumber').text), personal: false },
    ...placeFilters(properties, label('LabelProperty').text, label('LabelBuilding').text),
    {
      name: 'ResidentFlag',
      label: t('LabelFlag').text,
      kind: 'choice',
      toInput: Number,
      useChoices: () => ({ choices: [{ Id: '3', Name: tResident('FlagSpecialNeeds').text }] }),
    },
    email,
  ]
}

export const agentFilters = (firstStatus: string): GridFilter[] => [
  status(firstStatus),
  text('LastName', label('LabelLastName').text),
  text('FirstName', label('LabelFirstName').text),
  { name: 'CourierId', label: label('LabelCourier').text, kind: 'choice', pinned: true, useChoices: useCourierChoices },
  propertyFilter(label('LabelProperty').text),
  email,
]
