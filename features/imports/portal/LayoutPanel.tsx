import '@mantine/core/styles/Switch.css'
import { Button, Select, Switch, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { BuildingPicker } from '#features/buildings/portal/shared/BuildingPicker.tsx'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { OCCUPANCY, occupancyMessage } from '#features/residents/rules.ts'
import { t as label } from '#platform/labels.ts'
import type { InputOf } from '#platform/operation.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { partOf } from '../columns.ts'
import { type ImportDetail, imports } from '../contract.ts'
import { NAME_ORDERS, type NameOrder } from '../layout.ts'
import { t } from '../messages.ts'
import { ColumnChoices, type ColumnOfHeading } from './ColumnChoices.tsx'
import classes from './import.module.css'
import { TableChoices } from './TableChoices.tsx'

type Save = (layout: NonNullable<InputOf<typeof imports.save>['Layout']>, columns?: ColumnOfHeading) => void

/** Chooses how the file is read; the organisation's next files with the same headings are read in the same way. */
export function LayoutPanel({ job }: { job: ImportDetail }) {
  const { Statuses, ...before } = job.Layout
  const columnsBefore: ColumnOfHeading = Object.fromEntries(job.Columns.map(({ Heading, Column }) => [Heading, Column]))
  const statusesBefore = Object.fromEntries(Statuses.map(({ Word, Status }) => [Word, Status]))
  const [columns, setColumns] = useState(columnsBefore)
  const [layout, setLayout] = useState(before)
  const [statuses, setStatuses] = useState(statusesBefore)
  const change = useChange(imports.save, {
    refreshes: [imports.get, imports.page, imports.lines],
    onDone: ({ Message }) => toast.info(Message),
  })
  const save: Save = (Layout, chosen) => {
    const Columns = chosen && Object.entries(chosen).map(([Heading, Column]) => ({ Heading, Column: Column as never }))
    change.mutate({ input: { Id: job.Id, Layout, ...(Columns && { Columns }) } })
  }
  const checkAgain = () => {
    const { PropertyId, BuildingId, NameOrder, RepeatsPlaces } = layout
    const known = Object.entries(statuses).flatMap(([Word, Status]) => (Status === null ? [] : [{ Word, Status }]))
    save({ PropertyId, BuildingId, NameOrder, RepeatsPlaces, ...(known.length > 0 && { Statuses: known }) }, columns)
  }
  const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
  const isChanged = !(isSame(columns, columnsBefore) && isSame(layout, before) && isSame(statuses, statusesBefore))
  const hasWholeNames = Object.values(columns).some((column) => partOf(column as never).part === 'FullName')
  return (
    <section aria-label={t('TitleColumns').text} className={classes.columns}>
      <Text c="dimmed">{t('HelpMapping').text}</Text>
      {Statuses.length > 0 && <StatusChoices statuses={statuses} onChange={setStatuses} />}
      <Choices title={t('TitlePlace').text}>
        <PropertyPicker
          label={label('LabelProperty').text}
          value={layout.PropertyId || null}
          clearable
          onChange={(id) => setLayout({ ...layout, PropertyId: id ?? '', BuildingId: '' })}
        />
        <BuildingPicker
          propertyId={layout.PropertyId}
          label={label('LabelBuilding').text}
          value={layout.BuildingId || null}
          clearable
          onChange={(id) => setLayout({ ...layout, BuildingId: id ?? '' })}
        />
        <Switch
          label={t('LabelRepeatsPlaces').text}
          checked={layout.RepeatsPlaces}
          onChange={(event) => setLayout({ ...layout, RepeatsPlaces: event.currentTarget.checked })}
        />
      </Choices>
      <Choices title={t('TitleHeadings').text}>
        <ColumnChoices job={job} columns={columns} onChange={setColumns} />
        {hasWholeNames && (
          <Select
            label={t('LabelNameOrder').text}
            data={NAME_ORDERS.map((order) => ({ value: order, label: t(`Name${order}`).text }))}
            value={layout.NameOrder}
            allowDeselect={false}
            onChange={(order) => setLayout({ ...layout, NameOrder: order as NameOrder })}
          />
        )}
      </Choices>
      <Choices title={t('TitleTable').text}>
        <TableChoices job={job} onChange={save} />
      </Choices>
      <div>
        <Button
          variant={job.IsChecked ? 'default' : 'filled'}
          onClick={checkAgain}
          disabled={!isChanged && job.IsChecked}
          loading={change.isPending}
        >
          {t('ButtonCheckAgain').text}
        </Button>
      </div>
    </section>
  )
}

const Choices = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className={classes.choices}>
    <Title order={3} size="h5">
      {title}
    </Title>
    <div className={classes.mapping}>{children}</div>
  </section>
)

type Statuses = Readonly<Record<string, number | null>>
/** What the words of the file mean. */
const StatusChoices = ({ statuses, onChange }: { statuses: Statuses; onChange: (statuses: Statuses) => void }) => (
  <Choices title={t('TitleStatuses').text}>
    {Object.entries(statuses).map(([word, status]) => (
      <Select
        key={word}
        label={word}
        data={[
          ...Object.values(OCCUPANCY).map((one) => ({ value: String(one), label: occupancyMessage(one).text })),
          { value: '0', label: t('StatusNone').text },
        ]}
        value={status === null ? null : String(status)}
        allowDeselect={false}
        onChange={(value) => onChange({ ...statuses, [word]: Number(value) })}
      />
    ))}
  </Choices>
)
