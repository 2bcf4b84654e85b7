import { IconLoader2 } from '@tabler/icons-react'
import { Meaning, type MeaningKind } from '#platform/portal/Meaning.tsx'
import { say } from '../messages.ts'
import type { ImportStatus, Verdict } from '../rules.ts'

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
  MovesOut: 'look',
  Stays: 'off',
}

export function ImportStatusMark({ status }: { status: string }) {
  const name = status as ImportStatus
  const isUnderWay = name === 'Checking' || name === 'Applying'
  return (
    <Meaning kind={STATUS_KINDS[name]} {...(isUnderWay && { icon: IconLoader2 })}>
      {say(`Status${name}`).text}
    </Meaning>
  )
}

export const VerdictMark = ({ verdict }: { verdict: string }) => (
  <Meaning kind={VERDICT_KINDS[verdict as Verdict]}>{say(`Verdict${verdict as Verdict}`).text}</Meaning>
)
