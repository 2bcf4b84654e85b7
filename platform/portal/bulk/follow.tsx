import type { QueryClient } from '@tanstack/react-query'
import { type BulkJob, type BulkOperation, bulk } from '#platform/bulk.ts'
import { t } from '#platform/bulk-messages.ts'
import type { Failure } from '#platform/wire.ts'
import { call } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'
import { refreshScreen } from '../api/queries.ts'
import { messageBox } from '../feedback/dialogs.tsx'
import { endNotice, lastingNotice } from '../feedback/lasting.ts'
import { toast } from '../feedback/toast.tsx'
import type { useIdempotencyKey } from '../form/use-idempotency-key.ts'
import { localStore } from '../session/storage.ts'
import { BulkProgress } from './BulkProgress.tsx'
import { BulkRefused, BulkReport } from './BulkReport.tsx'
import type { BulkTarget, BulkValues } from './bulk-action.ts'

/** The code of the refusal of the server. */
const MORE_MATCH = 'MsgBulkMoreMatch'

/** Where a browser keeps the ids of running jobs, so that their toasts return after a reload. */
export const BULK_JOBS = 'bulkJobs'
const stored = () => localStore.readJson<string[]>(BULK_JOBS) ?? []
const store = (ids: readonly string[]) => (ids.length > 0 ? localStore.writeJson(BULK_JOBS, ids) : localStore.forget(BULK_JOBS))

/** The number of rows that match when they are more than the person has confirmed; null for any other failure. */
export function moreThanExpected(error: unknown): number | null {
  const isMore = error instanceof CallError && error.code === MORE_MATCH
  return isMore ? ((error.body as Failure).Count ?? null) : null
}

type Starting = {
  /** Of the button: the same rows again after a missing reply are the same request. */
  keys: ReturnType<typeof useIdempotencyKey>
  values?: BulkValues | undefined
  label: string
  /** The specification's text for a failure, if any. */
  failure?: string | undefined
  isReportOpen?: boolean
}

/** Starts a bulk action and shows what becomes of it. Throws a refusal of the whole action. */
export async function startBulk(
  client: QueryClient,
  operation: BulkOperation,
  target: BulkTarget,
  { keys, values, label, failure, isReportOpen = false }: Starting,
): Promise<BulkJob> {
  endNotice(label)
  const input = { ...values, ...target }
  const job = await call(operation, { input, idempotencyKey: keys.for(input, operation.path) }).catch((error: unknown) => {
    if (error instanceof CallError && !error.mayHaveBeenDone) keys.renew()
    throw error
  })
  keys.renew()
  if (job.Status === 'Running') follow(client, job, label, failure)
  else await ended(client, job, label, { failure, isReportOpen })
  return job
}

/** The jobs whose progress is on the screen. */
const followed = new Set<string>()

/** Shows the progress of a job in a toast that stays until it has ended; once, however often it is called. */
function follow(client: QueryClient, job: BulkJob, label: string, failure?: string) {
  if (followed.has(job.Id)) return
  followed.add(job.Id)
  store([...new Set([...stored(), job.Id])])
  const onEnd = async (last: BulkJob | null) => {
    close()
    followed.delete(job.Id)
    store(stored().filter((id) => id !== job.Id))
    if (last) await ended(client, last, label, { failure, isLasting: true })
  }
  const close = toast.lasting('wait', { title: label, body: <BulkProgress first={job} onEnd={onEnd} /> })
}

/** Follows the jobs that were running when the page was left. */
export async function resumeBulk(client: QueryClient) {
  for (const id of stored()) {
    if (followed.has(id)) continue
    const job = await call(bulk.job, { params: { jobId: id } }).catch((error: unknown) => error)
    // It is asked for again at the next start: only a job that does not exist is forgotten.
    if (job instanceof CallError && job.status !== 404) continue
    await resume(client, id, job instanceof Error ? null : (job as BulkJob))
  }
}

async function resume(client: QueryClient, id: string, job: BulkJob | null) {
  if (job?.Status === 'Running') follow(client, job, '')
  else {
    store(stored().filter((one) => one !== id))
    if (job) await ended(client, job, '', { isLasting: true })
  }
}

type Ending = { failure?: string | undefined; isReportOpen?: boolean; isLasting?: boolean }

/** Reads again what is on the screen, and shows the result with Undo where it can be undone. The report stays until it is closed. */
async function ended(
  client: QueryClient,
  job: BulkJob,
  label: string,
  { failure, isReportOpen = false, isLasting = false }: Ending,
) {
  await refreshScreen(client)
  const undo = job.MayUndo ? () => undoBulk(client, job.Id, label) : undefined
  const isFailed = job.Status === 'Failed'
  const openReport = () => void messageBox({ title: t('BulkRefusedTitle').text, body: <BulkReport job={job} /> })
  // A job that was followed has outlived its screen.
  const notice = { title: label, isOfScreen: !isLasting }
  if (isFailed)
    lastingNotice(`failed ${label || job.Id}`, { ...notice, title: failure ?? label, kind: 'error', body: job.Message })
  if (job.Refused > 0 && !isReportOpen) {
    // One notice of both numbers.
    const body = (
      <>
        {!isFailed && <span>{job.Message}</span>}
        <BulkRefused job={job} openReport={openReport} />
      </>
    )
    lastingNotice(label || job.Id, { ...notice, kind: 'warning', body, undo })
  } else if (!isFailed && (job.Changed > 0 || job.Refused === 0)) {
    const kind = job.Changed > 0 || undo ? 'success' : 'warning'
    if (isLasting && !undo) lastingNotice(label || job.Id, { ...notice, kind, body: job.Message })
    else toast[kind](job.Message, { title: label, undo })
  }
  if (job.Refused > 0 && isReportOpen) openReport()
}

async function undoBulk(client: QueryClient, jobId: string, label: string) {
  try {
    const job = await call(bulk.undo, { params: { jobId } })
    if (job.Status === 'Running') follow(client, job, label)
    else await ended(client, job, label, {})
  } catch (error) {
    toast.failure(error, t('BulkUndoFailed').text)
  }
}
