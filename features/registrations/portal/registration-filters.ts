import { buildings } from '#features/buildings/contract.ts'
import { useCourierChoices } from '#features/couriers/portal/CourierPicker.tsx'
import { say as sayResident } from '#features/residents/messages.ts'
import type { GridFilter } from '#platform/portal/grid/grid-types.ts'
import { useSearchParams } from '#platform/portal/links.tsx'
import { useCall } from '#platform/portal/queries.ts'
import { usePropertyChoices, type Viewer } from '#platform/portal/viewer.tsx'
import { say } from '../messages.ts'
import { REGISTRATION_STATUS, STATUS_NAMES, statusText } from '../rules.ts'

/** The lists ask for every status, unless the filter names one. */
export const ANY_STATUS = { RegistrationStatusType: 0 } as const

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
const property: GridFilter = {
  name: 'PropertyId',
  label: say('LabelProperty').text,
  kind: 'choice',
  pinned: true,
  useChoices: usePropertyChoices,
}
const email: GridFilter = { ...text('Email', say('LabelEmail').text), pinned: false }

/** Who works in one property is not asked for it; its buildings are there at once. */
export function residentFilters(properties: Viewer['properties'], firstStatus: string): GridFilter[] {
  const only = properties.length === 1 ? properties[0]?.id : undefined
  return [
    status(firstStatus),
    text('LastName', say('LabelLastName').text),
    text('FirstName', say('LabelFirstName').text),
    { ...text('UnitNumber', say('LabelUnit').text), personal: false },
    ...(only ? [] : [property]),
    {
      name: 'BuildingId',
      label: say('LabelBuilding').text,
      kind: 'choice',
      pinned: true,
      ...(only ? {} : { parent: 'PropertyId' }),
      useChoices: (values) => useBuildings(values.PropertyId ?? only),
    },
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
  property,
  email,
]

function useBuildings(propertyId: string | undefined) {
  const reply = useCall(buildings.ofProperty, { params: { propertyId: propertyId ?? '' } }, { enabled: Boolean(propertyId) })
  return { choices: reply.data ?? [], loading: reply.isPending }
}
