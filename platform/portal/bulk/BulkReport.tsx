import { Button, ScrollArea, UnstyledButton } from '@mantine/core'
import type { BulkJob } from '#platform/bulk.ts'
import { t } from '#platform/bulk-messages.ts'
import { CSV_START, csvLine } from '#platform/csv.ts'
import { numberText } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { download } from '../api/download.ts'

/** Rows of a report that have no name are gone, and their reason says so. */
const lineOf = ({ Name, Reason }: BulkJob['Refusals'][number]) => (Name ? `${Name}: ${Reason}` : Reason)

/** How many rows a bulk action left as they are, and the way to the reasons. */
export function BulkRefused({ job, openReport }: { job: BulkJob; openReport: () => void }) {
  return (
    <>
      <span>{t('BulkRefused', { count: numberText(job.Refused) }).text}</span>
      <UnstyledButton className="toast-link" onClick={openReport}>
        {t('BulkShowRefused').text}
      </UnstyledButton>
    </>
  )
}

/** The rows that a bulk action left as they are, each with its reason. */
export function BulkReport({ job }: { job: BulkJob }) {
  const isCut = job.Refused > job.Refusals.length
  const save = () => {
    const lines = job.Refusals.map(({ Name, Reason }) => csvLine([Name, Reason]))
    download(
      'report.csv',
      [CSV_START, csvLine([label('LabelName').text, t('BulkReason').text]), ...lines],
      'text/csv;charset=utf-8',
    )
  }
  return (
    <>
      {isCut && <p>{t('BulkRefusedFirst', { shown: numberText(job.Refusals.length), count: numberText(job.Refused) }).text}</p>}
      <ScrollArea.Autosize mah="50vh" type="auto" tabIndex={0}>
        <ul>
          {job.Refusals.map((refusal) => (
            <li key={refusal.Id}>{lineOf(refusal)}</li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {job.Refusals.length > 1 && (
        <Button variant="default" size="compact-sm" onClick={save}>
          {t('BulkDownload').text}
        </Button>
      )}
    </>
  )
}
