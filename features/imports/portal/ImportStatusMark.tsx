import { IconLoader2 } from '@tabler/icons-react'
import { type MeaningKind, StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import type { ImportRow } from '../contract.ts'
import { t } from '../messages.ts'
import { type ImportStatus, isUnderWay, type Verdict } from '../rules.ts'

const STATUS_KINDS: Readonly<Record<ImportStatus, MeaningKind>> = {
  Checking: 'off',
  Ready: 'look',
  Applying: 'off',
  Done: 'good',
  Failed: 'stop',
}
const VERDICT_KINDS: Readonly<Record<Verdict, MeaningKind>> = {
  New: 'good',
  Changed: 'look',
  Unchanged: 'off',
  Refused: 'stop',
  LeftOut: 'off',
  Warned: 'look',
  MovesOut: 'look',
  Stays: 'off',
}

/** The status of an import; one that is done with refused lines needs a look. */
export function ImportStatusMark({ job }: { job: Pick<ImportRow, 'Status' | 'Refused' | 'IsAsked'> }) {
  const name = job.Status as ImportStatus
  if (job.IsAsked) return <StatusBadge kind="look">{t('StatusAsked').text}</StatusBadge>
  if (name === 'Done' && job.Refused > 0)
    return <StatusBadge kind="look">{t('StatusDoneRefused', { count: job.Refused }).text}</StatusBadge>
  return (
    <StatusBadge kind={STATUS_KINDS[name]} {...(isUnderWay(name) && { icon: IconLoader2 })}>
      {t(`Status${name}`).text}
    </StatusBadge>
  )
}

export const VerdictMark = ({ verdict }: { verdict: string }) => (
  <StatusBadge kind={VERDICT_KINDS[verdict as Verdict]}>{t(`Verdict${verdict as Verdict}`).text}</StatusBadge>
)
