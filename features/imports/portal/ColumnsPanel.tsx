import { Button, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { type ImportDetail, imports } from '../contract.ts'
import { FIELD_NAMES, type FieldName, fieldMessage, isRequired } from '../fields.ts'
import { t } from '../messages.ts'
import classes from './import.module.css'

type Chosen = Readonly<Partial<Record<FieldName, string>>>

/** Assigns the headings of the file to fields; the organisation's next files use the same assignment. */
export function ColumnsPanel({ job }: { job: ImportDetail }) {
  const before = chosenOf(job)
  const [chosen, setChosen] = useState<Chosen>(before)
  const save = useChange(imports.save, {
    refreshes: [imports.get, imports.page, imports.lines],
    onDone: ({ Message }) => toast.info(Message),
  })
  const headings = [...new Set(job.Columns.map(({ Heading }) => Heading))].filter((heading) => heading !== '')
  const isChanged = FIELD_NAMES.some((column) => chosen[column] !== before[column])
  const checkAgain = () => {
    const columnOf = (heading: string) => FIELD_NAMES.find((column) => chosen[column] === heading) ?? ''
    save.mutate({ input: { Id: job.Id, Columns: headings.map((Heading) => ({ Heading, Column: columnOf(Heading) })) } })
  }
  return (
    <section aria-label={t('TitleColumns').text} className={classes.columns}>
      <Text c="dimmed">{t('HelpMapping').text}</Text>
      <div className={classes.mapping}>
        {FIELD_NAMES.map((column) => (
          <Select
            key={column}
            label={isRequired(column) ? t('LabelRequired', { column: fieldMessage(column) }).text : fieldMessage(column).text}
            placeholder={t('NoChoice').text}
            data={headings}
            value={chosen[column] ?? null}
            clearable={!isRequired(column)}
            openOnFocus={false}
            onChange={(heading) => setChosen({ ...chosen, [column]: heading ?? undefined })}
          />
        ))}
      </div>
      <div>
        <Button variant="default" onClick={checkAgain} disabled={!isChanged} loading={save.isPending}>
          {t('ButtonCheckAgain').text}
        </Button>
      </div>
    </section>
  )
}

const chosenOf = ({ Columns }: ImportDetail): Chosen =>
  Object.fromEntries(
    Columns.filter(({ Column: column }) => column !== '').map(({ Heading, Column: column }) => [column, Heading]),
  )
