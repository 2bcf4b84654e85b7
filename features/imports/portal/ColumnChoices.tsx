import { Select } from '@mantine/core'
import { COLUMNS, type Column, columnMessage, MAX_PEOPLE, partOf } from '../columns.ts'
import type { ImportDetail } from '../contract.ts'
import { t } from '../messages.ts'

/** The column that each heading is assigned to, '' for none. */
export type ColumnOfHeading = Readonly<Record<string, string>>
type Props = {
  job: Pick<ImportDetail, 'Columns'>
  columns: ColumnOfHeading
  onChange: (columns: ColumnOfHeading) => void
}

const personOf = (column: string): number => partOf(column as Column).person

/** Assigns each heading of the file, with cells below it, to what it holds. One more resident is offered than the file has. */
export function ColumnChoices({ job, columns, onChange }: Props) {
  const used = new Set(Object.values(columns))
  const people = Math.min(MAX_PEOPLE, 1 + Math.max(1, ...Object.values(columns).map(personOf)))
  const offered = (own: string) =>
    Array.from({ length: people }, (_, i) => ({
      group: t('LabelPerson', { number: i + 1 }).text,
      items: COLUMNS.filter((column) => personOf(column) === i + 1).map((column) => ({
        value: column,
        label: columnMessage(column).text,
        disabled: column !== own && used.has(column),
      })),
    }))
  const headings = new Map(job.Columns.filter(({ Heading }) => Heading !== '').map((one) => [one.Heading, one]))
  return [...headings.values()].map(({ Heading, Examples }) => (
    <Select
      key={Heading}
      label={Heading}
      description={Examples.join(' · ') || undefined}
      inputWrapperOrder={['label', 'input', 'description']}
      placeholder={t('NoChoice').text}
      data={offered(columns[Heading] ?? '')}
      value={columns[Heading] || null}
      clearable
      searchable
      openOnFocus={false}
      onChange={(column) => onChange({ ...columns, [Heading]: column ?? '' })}
    />
  ))
}
