import '@mantine/core/styles/Progress.css'
import { Button, Progress, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { numberText } from '#platform/define-messages.ts'
import { useCall, useRefresh } from '#platform/portal/api/queries.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { FormSection, Sections } from '#platform/portal/form/DraftForm.tsx'
import { useGo } from '#platform/portal/navigation/links.tsx'
import { detailsTab, historyTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { type ImportDetail, imports } from '../contract.ts'
import { unknownWords } from '../layout.ts'
import { t } from '../messages.ts'
import { type ImportStatus, isUnderWay, VERDICTS, type Verdict } from '../rules.ts'
import { t as screens } from '../screens.ts'
import { ApplyPanel } from './ApplyPanel.tsx'
import { Discard } from './Discard.tsx'
import { ImportLines } from './ImportLines.tsx'
import { ImportStatusMark, VerdictMark } from './ImportStatusMark.tsx'
import classes from './import.module.css'
import { LayoutPanel } from './LayoutPanel.tsx'

/** Polling interval of a running import. */
const POLL_MS = 1000

/** One import (spec 2 §2, Import Job Detail): its preview, progress and result. */
export default editScreen({ param: 'importId' }, imports.get, (job) => (
  <RecordPage
    list={{ title: screens('ScreenImports').text, path: '/importfile/list' }}
    name={job.File}
    status={<ImportStatusMark job={job} />}
    tabs={[detailsTab(<Detail job={job} />), historyTab(imports.changes, { importId: job.Id })]}
  />
))

function Detail({ job }: { job: ImportDetail }) {
  const status = job.Status as ImportStatus
  const isRunning = isUnderWay(status)
  const refresh = useRefresh()
  const refreshLines = useEffectEvent(() => refresh([imports.lines, imports.page]))
  // By the status: a quick import is never seen running.
  useEffect(() => {
    if (!isUnderWay(status)) refreshLines()
  }, [status])
  return (
    <div className={classes.page}>
      <Text c="dimmed">
        {screens('ScreenImportJob').text} · {job.CreatedBy} · <When at={job.LastImportDate} exact />
      </Text>
      {isRunning && <ImportProgress job={job} />}
      {job.Failure && <Text role="alert">{job.Failure}</Text>}
      {job.IsTruncated && <Text role="alert">{t('TextCut').text}</Text>}
      {job.IsChecked && !isRunning && (
        <Sections>
          <Counts job={job} />
          {(status === 'Ready' || status === 'Failed') && <ApplyPanel job={job} />}
        </Sections>
      )}
      {status === 'Failed' && !job.IsChecked && <UnreadableFile job={job} />}
      {job.HasOddLetters && !isRunning && <Text role="alert">{t('TextOddLetters').text}</Text>}
      {job.IsKept && job.CanAssign && (
        <details className={classes.details} open={!job.IsChecked || unknownWords(job).length > 0}>
          <summary>{t('TitleColumns').text}</summary>
          <LayoutPanel key={status} job={job} />
        </details>
      )}
      {job.IsChecked && !isRunning && <ImportLines job={job} />}
    </div>
  )
}

/** The actions for an unreadable file. */
function UnreadableFile({ job }: { job: ImportDetail }) {
  const go = useGo()
  return (
    <div className={classes.buttons}>
      <Button variant={job.CanAssign ? 'default' : 'filled'} onClick={() => go('/resident/import')}>
        {t('ButtonChooseAnother').text}
      </Button>
      <Discard importId={job.Id} />
    </div>
  )
}

/** The progress of an import, polled while it is shown. */
function ImportProgress({ job }: { job: ImportDetail }) {
  useCall(imports.get, { params: { importId: job.Id } }, { every: POLL_MS })
  const label = t(job.Status === 'Checking' ? 'LabelProgressChecking' : 'LabelProgressApplying').text
  return (
    <div className={classes.progress}>
      <Text role="status">{label}</Text>
      <Progress.Root>
        <Progress.Section value={job.Progress * 100} aria-label={label} />
      </Progress.Root>
    </div>
  )
}

/** The number of lines by verdict. */
function Counts({ job }: { job: ImportDetail }) {
  const isDone = job.Status === 'Done'
  const isShown = (verdict: Verdict) => {
    if (verdict === 'MovesOut' || verdict === 'Stays') return isDone && job.IsFullList
    return (verdict !== 'LeftOut' && verdict !== 'Warned') || job[verdict] > 0
  }
  const count = (verdict: Verdict) => numberText(job[verdict])
  return (
    <FormSection title={t(isDone ? 'TitleReport' : 'TitlePreview').text}>
      <section aria-label={t(isDone ? 'TitleReport' : 'TitlePreview').text}>
        <dl className={classes.counts}>
          {VERDICTS.filter(isShown).map((verdict) => (
            <div key={verdict}>
              <dt>
                <VerdictMark verdict={verdict} />
              </dt>
              <dd>{count(verdict)}</dd>
            </div>
          ))}
        </dl>
        <Text c="dimmed">{t(isDone ? 'TextDone' : 'TextReady').text}</Text>
      </section>
    </FormSection>
  )
}
