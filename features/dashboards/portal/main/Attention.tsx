import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClockExclamation } from '@tabler/icons-react'
import { AlertChips, ofDashboard } from '#features/alerts/portal/shared/AlertChips.tsx'
import { useOpenAlerts } from '#features/alerts/portal/shared/use-alerts.ts'
import { numberText } from '#platform/define-messages.ts'
import { useSearchParams, useSetSearchParams } from '#platform/portal/navigation/links.tsx'
import type { Attention as Kind, SummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import classes from '../dashboards.module.css'

const KINDS = {
  offline: { Icon: IconCircleX, badge: 'stop', one: 'AttentionOfflineOne', many: 'AttentionOffline' },
  expired: { Icon: IconClockExclamation, badge: 'look', one: 'AttentionExpiredOne', many: 'AttentionExpired' },
  flagged: { Icon: IconAlertTriangle, badge: 'look', one: 'AttentionFlaggedOne', many: 'AttentionFlagged' },
} as const

const sum = (rows: readonly SummaryRow[], field: 'LB_Expired' | 'LB_Flagged') => rows.reduce((all, row) => all + row[field], 0)

/** Counts of what needs attention, above the banks; each count filters the banks by it. */
export function Attention({ rows }: { rows: readonly SummaryRow[] }) {
  const { Attention: chosen } = useSearchParams()
  const set = useSetSearchParams()
  const alerts = ofDashboard(useOpenAlerts().data ?? [])
  const counts: Record<Kind, number> = {
    offline: rows.filter((row) => row.Status === 'OFFLINE').length,
    expired: sum(rows, 'LB_Expired'),
    flagged: sum(rows, 'LB_Flagged'),
  }
  if (rows.length === 0) return null
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => counts[kind] > 0)
  if (kinds.length + alerts.length === 0)
    return (
      <p className={classes.calm}>
        <IconCircleCheck size={18} aria-hidden />
        {t('AttentionNone').text}
      </p>
    )
  return (
    <ul className={classes.attention} aria-label={t('LabelAttention').text}>
      {kinds.map((kind) => {
        const { Icon, badge, one, many } = KINDS[kind]
        const count = counts[kind]
        return (
          <li key={kind}>
            <button
              type="button"
              data-kind={badge}
              aria-pressed={chosen === kind}
              onClick={() => set({ Attention: chosen === kind ? undefined : kind, page: undefined })}
            >
              <Icon size={18} aria-hidden />
              {t(count === 1 ? one : many, { count: numberText(count) }).text}
            </button>
          </li>
        )
      })}
      <AlertChips alerts={alerts} />
    </ul>
  )
}
