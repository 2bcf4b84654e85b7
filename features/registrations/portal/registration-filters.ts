import { placeFilters, propertyFilter } from '#features/buildings/portal/place-filters.ts'
import { useCourierChoices } from '#features/couriers/portal/CourierPicker.tsx'
import { say as sayResident } from '#features/residents/messages.ts'
import type { GridFilter } from '#platform/portal/grid/grid-types.ts'
import { useSearchParams } from '#platform/portal/links.tsx'
import type { Viewer } from '#platform/portal/viewer.tsx'
import { say } from '../messages.ts'
import { REGISTRATION_STATUS, STATUS_NAMES, statusText } from '../rules.ts'

const text = (name: string, label: string): GridFilter => ({ name, label, kind: 'text', pinned: true, personal: true })

/** The status that a list begins with: the one that the address asks for, else those that wait (spec 2 §2). */
export const useFirstStatus = (): string => useSearchParams().registrationStatusTypeId ?? String(REGISTRATION_STATUS.Pending)

const status = (initial: string): GridFilter => ({
  name: 'RegistrationStatusType',
  label: say('LabelStatus').text,
  kind: 'choice',
  pinned: true,
  initial,
  toInput: Number,
  useChoices: () => ({
    choices: STATUS_NAMES.map((name) => ({ Id: String(REGISTRATION_STATUS[name]), Name: statusText(REGISTRATION_STATUS[name]) })),
  }),
})
const email: GridFilter = { ...text('Email', say('LabelEmail').text), pinned: false }

export function residentFilters(properties: Viewer['properties'], firstStatus: string): GridFilter[] {
  return [
    status(firstStatus),
    text('LastName', say('LabelLastName').text),
    text('FirstName', say('LabelFirstName').text),
    { ...text('UnitNumber', say('LabelUnit').text), personal: false },
    ...placeFilters(properties, say('LabelProperty').text, say('LabelBuilding').text),
    {
      name: 'ResidentFlag',
      label: say('LabelFlag').text,
      kind: 'choice',
      toInput: Number,
      useChoices: () => ({ choices: [{ Id: '3', Name: sayResident('FlagSpecialNeeds').text }] }),
    },
    email,
  ]
}

export const agentFilters = (firstStatus: string): GridFilter[] => [
  status(firstStatus),
  text('LastName', say('LabelLastName').text),
  text('FirstName', say('LabelFirstName').text),
  { name: 'CourierId', label: say('LabelCourier').text, kind: 'choice', pinned: true, useChoices: useCourierChoices },
  propertyFilter(say('LabelProperty').text),
  email,
]
