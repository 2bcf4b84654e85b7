import '@mantine/core/styles/Switch.css'
import { MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { type Draft, useDraft } from '#platform/portal/form/use-draft.ts'
import { useSearchParams } from '#platform/portal/navigation/links.tsx'
import { detailsTab, historyTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { FILE_FORMATS, REPORT_NAMES, REPORTS, reportByName } from '../../reports.ts'
import { t as run } from '../../run-messages.ts'
import { t } from '../../schedule-messages.ts'
import { FREQUENCIES } from '../../schedule-rules.ts'
import { reportSchedules, ScheduleDraft, type ScheduleRecord, scheduleEntity } from '../../schedules-contract.ts'
import { t as screens } from '../../screens.ts'
import { t as viewer } from '../../viewer-messages.ts'
import { ParameterInputs, SEARCHED } from './ParameterInputs.tsx'
import { hourText, weekdayName } from './times.ts'

type Form = Draft<typeof ScheduleDraft>
type Values = z.input<typeof ScheduleDraft>

const EMPTY: Values = {
  Id: null,
  Version: null,
  Name: '',
  Report: 'Transaction',
  Format: 'PDF',
  Period: 'Last7Days',
  ParameterValues: {},
  Frequency: 'Weekly',
  Weekday: 1,
  MonthDay: 1,
  Hour: 7,
  IsActive: true,
  RecipientIds: [],
}

/** What a report's screen hands over in the address: the report with the values of its parameters. */
function useHandedOver(): Values {
  const { Report: name, From: _, To: __, ...values } = useSearchParams()
  const Report = reportByName(String(name ?? '')) ?? EMPTY.Report
  const ParameterValues = Object.fromEntries(
    Object.entries(values).map(([id, text]) => [id, String(text).includes(',') ? String(text).split(',') : String(text)]),
  )
  return { ...EMPTY, Report, ParameterValues }
}

function valuesOf({ Recipients: _, ...values }: ScheduleRecord): Values {
  return values
}

/** The form of a schedule; without one, it makes one. */
function ScheduleForm({ schedule = null }: { schedule?: ScheduleRecord | null }) {
  const handedOver = useHandedOver()
  const draft = useDraft(ScheduleDraft, schedule ? valuesOf(schedule) : handedOver)
  return (
    <DraftForm
      draft={draft}
      {...(!schedule && { creates: { entity: scheduleEntity } })}
      onSave={(input, { idempotencyKey }) => call(reportSchedules.save, { input, idempotencyKey })}
      refreshes={[reportSchedules.page, reportSchedules.get, reportSchedules.changes]}
      failureTitle={t('MsgScheduleSaveFailed').text}
    >
      <FormSection title={viewer('LabelToolbar').text}>
        <TextInput {...draft.field('Name')} label={label('LabelName').text} />
        <NativeSelect
          {...draft.field('Report')}
          label={viewer('LabelToolbar').text}
          onChange={(event) => draft.set({ Report: event.currentTarget.value as Values['Report'], ParameterValues: {} })}
          data={REPORT_NAMES.map((name) => ({ value: name, label: REPORTS[name].title.text }))}
        />
        <NativeSelect
          {...draft.field('Format')}
          label={run('LabelFormat').text}
          data={Object.entries(FILE_FORMATS).map(([value, { name }]) => ({ value, label: name }))}
        />
        <ParameterInputs draft={draft} />
      </FormSection>
      <TimesSection draft={draft} />
      <RecipientsSection draft={draft} schedule={schedule} />
    </DraftForm>
  )
}

const numbers = (from: number, to: number, textOf: (number: number) => string) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ value: String(from + i), label: textOf(from + i) }))

function TimesSection({ draft }: { draft: Form }) {
  const { Frequency } = draft.values
  /** A select of numbers: its texts become numbers again. */
  const numeric = (name: 'Weekday' | 'MonthDay' | 'Hour') => ({
    ...draft.field(name),
    value: String(draft.values[name]),
    onChange: (event: { currentTarget: { value: string } }) => draft.set({ [name]: Number(event.currentTarget.value) }),
  })
  return (
    <FormSection title={t('SectionTimes').text}>
      <NativeSelect
        {...draft.field('Frequency')}
        label={t('LabelFrequency').text}
        data={FREQUENCIES.map((one) => ({ value: one, label: t(`Frequency${one}`).text }))}
      />
      {Frequency === 'Weekly' && (
        <NativeSelect {...numeric('Weekday')} label={t('LabelWeekday').text} data={numbers(1, 7, weekdayName)} />
      )}
      {Frequency === 'Monthly' && (
        <NativeSelect
          {...numeric('MonthDay')}
          label={t('LabelMonthDay').text}
          description={t('HelpMonthDay').text}
          data={numbers(1, 31, String)}
        />
      )}
      <NativeSelect
        {...numeric('Hour')}
        label={t('LabelHour').text}
        description={t('HelpHour').text}
        data={numbers(0, 23, hourText)}
      />
      <Switch {...draft.check('IsActive')} label={label('LabelActive').text} />
    </FormSection>
  )
}

function RecipientsSection({ draft, schedule }: { draft: Form; schedule: ScheduleRecord | null }) {
  const { data: possible = [] } = useCall(reportSchedules.recipients)
  const before = schedule?.Recipients ?? []
  const all = [...possible, ...before.filter(({ Id }) => !possible.some((one) => one.Id === Id))]
  return (
    <FormSection title={t('SectionRecipients').text}>
      <MultiSelect
        {...draft.field('RecipientIds')}
        label={t('SectionRecipients').text}
        description={t('HelpRecipients').text}
        required
        data={all.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        {...SEARCHED}
      />
    </FormSection>
  )
}

const list = { title: screens('ScreenReportSchedules').text, path: '/reportschedule/list' }

/** Makes a schedule. */
export default function NewSchedule() {
  return <RecordPage list={list} name={screens('ScreenNewReportSchedule').text} tabs={[detailsTab(<ScheduleForm />)]} />
}

/** A schedule: the form and its history. */
export const ScheduleEdit = editScreen(scheduleEntity, reportSchedules.get, (schedule) => (
  <RecordPage
    list={list}
    name={schedule.Name}
    status={!schedule.IsActive && <StatusBadge kind="off">{label('LabelInactive').text}</StatusBadge>}
    tabs={[
      detailsTab(<ScheduleForm schedule={schedule} />),
      historyTab(reportSchedules.changes, { reportScheduleId: schedule.Id }),
    ]}
  />
))
