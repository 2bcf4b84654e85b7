import type { ImportDetail } from '../contract.ts'

/** The words for an occupancy status of which nobody has said what they mean. */
export const unknownWords = ({ Layout }: Pick<ImportDetail, 'Layout'>): string[] =>
  Layout.Statuses.filter(({ Status }) => Status === null).map(({ Word }) => Word)
