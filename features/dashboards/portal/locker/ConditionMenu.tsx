import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { CONDITIONS, type Condition } from '#features/layout/model.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { type CabinetLocker, dashboards } from '../../contract.ts'
import { t } from '../../messages.ts'
import { BANK_OPERATIONS } from '../queries.ts'

const CONDITION_OF: Readonly<Record<CabinetLocker['LockerState'], Condition>> = {
  Available: 'good',
  Occupied: 'good',
  Dirty: 'dirty',
  Flagged: 'flagged',
  Disabled: 'disabled',
}
const TEXTS = {
  good: 'ConditionGood',
  dirty: 'ConditionDirty',
  flagged: 'ConditionFlagged',
  disabled: 'ConditionDisabled',
} as const

/** Sets a locker's condition (decisions "Locker states"); whether it is occupied depends on its packages. */
export function ConditionMenu({ lockerBankId, locker }: { lockerBankId: string; locker: CabinetLocker }) {
  const change = useChange(dashboards.setCondition, {
    refreshes: BANK_OPERATIONS,
    title: t('MsgConditionFailed').text,
    onDone: (reply) => toast.success(reply.Message),
  })
  const isConnectionLost = useIsConnectionLost()
  const now = CONDITION_OF[locker.LockerState]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          loading={change.isPending}
          disabled={isConnectionLost}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('ChangeState').text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CONDITIONS.filter((condition) => condition !== now).map((Condition) => (
          <Menu.Item
            key={Condition}
            onClick={() => change.mutate({ params: { lockerBankId, locker: locker.Id }, input: { Condition } })}
          >
            {t(TEXTS[Condition]).text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
