import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { LOCKER_STATES } from './model.ts'

export const t = defineMessages('LayoutAudit', {
  AuditFieldCondition: 'Condition',
  AuditWordGood: 'In use',
  AuditLayoutChanged: 'Layout changed',
})

const CONDITIONS = {
  good: t('AuditWordGood'),
  dirty: LOCKER_STATES.Dirty,
  flagged: LOCKER_STATES.Flagged,
  disabled: LOCKER_STATES.Disabled,
}

export const layoutAudit = defineAudit({
  kinds: { locker: label('LabelLocker') },
  actions: actionsOn('lockerBank', {
    'layout changed': t('AuditLayoutChanged'),
  }),
  fields: {
    Condition: t('AuditFieldCondition'),
    LockerId: label('LabelLocker'),
  },
  values: {
    Condition: (value) => CONDITIONS[value as keyof typeof CONDITIONS],
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly layout: typeof layoutAudit
  }
}
