import '@mantine/core/styles/Progress.css'
import { Progress } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type BulkJob, bulk } from '#platform/bulk.ts'
import { t } from '#platform/bulk-messages.ts'
import { numberText } from '#platform/define-messages.ts'
import { call } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'

/** Pause between two looks at a job, in ms. */
const EVERY = 1000

/** The progress of a bulk job. `onEnd` receives the job when it has ended, or null when it cannot be read any more. */
export function BulkProgress({ first, onEnd }: { first: BulkJob; onEnd: (job: BulkJob | null) => unknown }) {
  const [job, setJob] = useState(first)
  const end = useRef(onEnd)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      try {
        const next = await call(bulk.job, { params: { jobId: first.Id } })
        setJob(next)
        if (next.Status !== 'Running') return void end.current(next)
      } catch (error) {
        const isBusy = error instanceof CallError && (error.status === 0 || error.status >= 500)
        if (!isBusy) return void end.current(null)
      }
      timer = setTimeout(look, EVERY)
    }
    timer = setTimeout(look, EVERY)
    return () => clearTimeout(timer)
  }, [first.Id])
  const progress = { done: numberText(job.Processed), total: numberText(job.Total) }
  return (
    <>
      {/* Not read out at each step. */}
      <span aria-live="off">{t('BulkProgress', progress).text}</span>
      <Progress value={(100 * job.Processed) / job.Total} aria-label={t('BulkProgress', progress).text} my={4} />
      <span>{t('BulkMayLeave').text}</span>
    </>
  )
}
