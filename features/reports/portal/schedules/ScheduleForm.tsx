import '@mantine/core/styles/Switch.css'
import { MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { useShownNames } from '#platform/portal/form/choice-names.ts'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import { choiceText, type Draft, useDraft } from '#platform/portal/form/use-draft.ts'
import { useSearchParams } from '#platform/portal/navigation/links.tsx'
import { detailsTab, historyTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
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

const ALL_REPORTS = REPORT_NAMES.map((name) => ({ value: name, label: REPORTS[name].title.text }))
const FORMATS = Object.entries(FILE_FORMATS).map(([value, { name }]) => ({ value, label: name }))

/** The form of a schedule; without one, it makes one. */
function ScheduleForm({ schedule = null }: { schedule?: ScheduleRecord | null }) {
  const handedOver = useHandedOver()
  const draft = useDraft(ScheduleDraft, schedule ? valuesOf(schedule) : handedOver, [['Report', 'ParameterValues']])
  return (
    <DraftForm
      draft={draft}
      {...(schedule
        ? { history: historyOf(reportSchedules.changes, { reportScheduleId: schedule.Id }, 'report schedule changed') }
        : { creates: { entity: scheduleEntity } })}
      onSave={(input, { idempotencyKey }) => call(reportSchedules.save, { input, idempotencyKey })}
      refreshes={[reportSchedules.page, reportSchedules.get]}
      failureTitle={t('MsgScheduleSaveFailed').text}
    >
      <FormSection title={viewer('LabelToolbar').text}>
        <TextInput {...draft.field('Name', label('LabelName').text)} />
        <NativeSelect
          {...draft.field('Report', viewer('LabelToolbar').text, choiceText(ALL_REPORTS))}
          onChange={(event) => draft.set({ Report: event.currentTarget.value as Values['Report'], ParameterValues: {} })}
          data={ALL_REPORTS}
        />
        <NativeSelect {...draft.field('Format', run('LabelFormat').text, choiceText(FORMATS))} data={FORMATS} />
        <ParameterInputs draft={draft} />
      </FormSection>
      <TimesSection draft={draft} />
      <RecipientsSection draft={draft} schedule={schedule} />
    </DraftForm>
  )
}

const numbers = (from: number, to: number, textOf: (number: number) => string) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ value: String(from + i), label: textOf(from + i) }))

const TIMES = FREQUENCIES.map((one) => ({ value: one, label: t(`Frequency${one}`).text }))

function TimesSection({ draft }: { draft: Form }) {
  const { Frequency } = draft.values
  /** A select of numbers: its texts become numbers again. */
  const numeric = (name: 'Weekday' | 'MonthDay' | 'Hour', label: string, data: ReturnType<typeof numbers>) => ({
    ...draft.field(name, label, choiceText(data)),
    data,
    value: String(draft.values[name]),
    onChange: (event: { currentTarget: { value: string } }) => draft.set({ [name]: Number(event.currentTarget.value) }),
  })
  return (
    <FormSection title={t('SectionTimes').text}>
      <NativeSelect {...draft.field('Frequency', t('LabelFrequency').text, choiceText(TIMES))} data={TIMES} />
      {Frequency === 'Weekly' && <NativeSelect {...numeric('Weekday', t('LabelWeekday').text, numbers(1, 7, weekdayName))} />}
      {Frequency === 'Monthly' && (
        <NativeSelect
          {...numeric('MonthDay', t('LabelMonthDay').text, numbers(1, 31, String))}
          description={t('HelpMonthDay').text}
        />
      )}
      <NativeSelect {...numeric('Hour', t('LabelHour').text, numbers(0, 23, hourText))} description={t('HelpHour').text} />
      <Switch {...draft.check('IsActive', label('LabelActive').text)} />
    </FormSection>
  )
}

function RecipientsSection({ draft, schedule }: { draft: Form; schedule: ScheduleRecord | null }) {
  const { data: possible = [] } = useCall(reportSchedules.recipients)
  const before = schedule?.Recipients ?? []
  const all = [...possible, ...before.filter(({ Id }) => !possible.some((one) => one.Id === Id))]
  useShownNames(all)
  return (
    <FormSection title={t('SectionRecipients').text}>
      <MultiSelect
        {...draft.field('RecipientIds', t('SectionRecipients').text)}
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
