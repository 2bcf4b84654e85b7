import { Text, Title, UnstyledButton } from '@mantine/core'
import { IconPlug, IconPlugX } from '@tabler/icons-react'
import { useId } from 'react'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import type { Device } from '../contract.ts'
import { t } from '../messages.ts'
import classes from './devices.module.css'

type Props = {
  title: string
  /** Shown instead of an empty list. */
  empty: string
  devices: readonly Device[]
  selected: string | null
  isBusy: boolean
  open: (serialNumber: string) => void
}

/** Devices with their number; a click opens a device's door and selects it. */
export function DeviceList({ title, empty, devices, selected, isBusy, open }: Props) {
  const heading = useId()
  return (
    <section className={classes.list} aria-labelledby={heading}>
      <Title order={2} id={heading}>
        {title} <span className={classes.count}>{devices.length}</span>
      </Title>
      {devices.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <ul>
          {devices.map((device) => (
            <li key={device.SerialNumber}>
              <UnstyledButton
                className={classes.device}
                aria-pressed={selected === device.SerialNumber}
                aria-disabled={isBusy || undefined}
                onClick={() => open(device.SerialNumber)}
              >
                {device.LockerNumber ? <IconPlug size={16} aria-hidden /> : <IconPlugX size={16} aria-hidden />}
                <span className={classes.serial} translate="no">
                  {device.SerialNumber}
                </span>
                {!device.IsFound && <StatusBadge kind="look">{t('WordNotFound').text}</StatusBadge>}
                {device.LockerNumber && <strong>{device.LockerNumber}</strong>}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
