import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { RecordChanges } from '#platform/portal/record/RecordChanges.tsx'
import { dashboards, type SummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'

/** Who opened or changed a locker and when, read when it is asked for. */
export function LockerHistory({ bank, lockerId }: { bank: SummaryRow; lockerId: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconHistory size={16} aria-hidden />}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {t('TitleLockerHistory').text}
      </Button>
      {isShown && (
        <RecordChanges
          operation={dashboards.lockerChanges}
          params={{ lockerBankId: bank.LockerBankId, locker: lockerId }}
          timeZone={bank.PropertyTimezoneId}
        />
      )}
    </div>
  )
}
