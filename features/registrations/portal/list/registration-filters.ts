import { t as label } from '#platform/labels.ts'
import type { GridFilter } from '#platform/portal/grid/grid-types.ts'
import { t } from '../../messages.ts'
import { REGISTRATION_STATUS, STATUS_NAMES, statusMessage } from '../../rules.ts'

/** A filter by a substring of a person's data. */
export const textFilter = (name: string, label: string): GridFilter => ({
  name,
  label,
  kind: 'text',
  personal: true,
})

const status = (initial: string): GridFilter => ({
  name: 'RegistrationStatusType',
  label: t('LabelStatus').text,
  kind: 'choice',
  pinned: true,
  initial,
  toInput: Number,
  useChoices: () => ({
    choices: STATUS_NAMES.map((name) => ({
      Id: String(REGISTRATION_STATUS[name]),
      Name: statusMessage(REGISTRATION_STATUS[name]).text,
    })),
  }),
})

/** The filters of a list: those of both kinds around its own. */
export const filtersWith = (own: readonly GridFilter[], firstStatus: string): GridFilter[] => [
  status(firstStatus),
  textFilter('LastName', label('LabelLastName').text),
  textFilter('FirstName', label('LabelFirstName').text),
  ...own,
  textFilter('Email', label('LabelEmail').text),
]
