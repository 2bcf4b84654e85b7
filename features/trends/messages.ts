import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the pictures of kept numbers. */
export const t = defineMessages('Trend', {
  LabelPeriod: 'Period',
  PeriodDays: 'Last {count} days',
  TitleDays: 'Drop-offs and collections per day',
  TitleWaited: 'Time to collection',
  TitleAgeing: 'Packages in the building by age',
  TitleOccupancy: 'Occupied lockers by hour and size',
  LabelDay: 'Day',
  LabelHour: 'Hour',
  LabelDroppedOff: 'Dropped off',
  LabelCollected: 'Collected',
  LabelRecovered: 'Recovered',
  LabelExpired: 'Expired',
  LabelWaited: 'Waited',
  LabelAge: 'Age',
  UpToHours: 'up to {hours} h',
  UpToDays: 'up to {days} days',
  Longer: 'longer',
  AgeDays: '{from} to {to} days',
  AgeDay: 'less than a day',
  AgeMore: '{from} days and more',
  AsTable: 'As a table',
  NothingKept: 'No packages in this period.',
  NoLockers: 'No lockers were counted in this period.',
})
