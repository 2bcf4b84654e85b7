import type { Message } from '#platform/define-messages.ts'
import { canAssign } from '../columns.ts'
import type { Found } from '../layout.ts'
import { t } from '../messages.ts'
import type { ImportStatus } from '../rules.ts'

type Job = {
  readonly status: ImportStatus
  readonly checked_at: string | Date | null
  /** Null beside a fetched file without an import. */
  readonly headings: readonly string[] | null
  readonly found: unknown
}

/** Whether a person can choose how a file is read that the program cannot read by itself: it has headings and lines below them. */
export const canBeAsked = ({ headings, found }: Pick<Job, 'headings' | 'found'>): boolean =>
  canAssign(headings ?? []) && ((found as Partial<Found> | null)?.beginning ?? []).length > 1

/** Whether an import waits for that choice. */
export const isAsked = (job: Job): boolean => job.status === 'Failed' && job.checked_at === null && canBeAsked(job)

/** The status of an import in words, the same in lists, records and mails. */
export const statusMessage = (job: Job): Message => (isAsked(job) ? t('StatusAsked') : t(`Status${job.status}`))
