import type { GridFilter } from '#platform/portal/grid/grid-types.ts'
import { t } from '../../messages.ts'
import { FLAG_NAMES, OCCUPANCY, OCCUPANCY_NAMES, occupancyMessage, RESIDENT_FLAGS } from '../../rules.ts'

/** Filters by occupancy status. */
export const occupancyFilter: GridFilter = {
  name: 'OccupancyStatusType',
  label: t('LabelOccupancy').text,
  kind: 'choice',
  pinned: true,
  toInput: Number,
  useChoices: () => ({
    choices: OCCUPANCY_NAMES.map((name) => ({ Id: String(OCCUPANCY[name]), Name: occupancyMessage(OCCUPANCY[name]).text })),
  }),
}

/** Filters by resident flag. */
export const flagFilter: GridFilter = {
  name: 'ResidentFlag',
  label: t('LabelFlag').text,
  kind: 'choice',
  pinned: true,
  toInput: Number,
  useChoices: () => ({
    choices: FLAG_NAMES.map((name) => ({ Id: String(RESIDENT_FLAGS[name].id), Name: t(`Flag${name}`).text })),
  }),
}
