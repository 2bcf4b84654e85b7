import { Popover } from '@mantine/core'
import { useState } from 'react'
import type { AlertKind } from '#features/kiosks/alert-kinds.ts'
import { useLeaving } from '#platform/portal/navigation/links.tsx'
import type { Alert } from '../../contract.ts'
import { t } from '../../messages.ts'
import { ALERT_SIGNS, AlertList } from '../AlertList.tsx'
import classes from '../alerts.module.css'

const WORDS = {
  'drop-off-refused': { one: 'DropOffsRefusedOne', many: 'DropOffsRefused' },
  'event-refused': { one: 'EventsRefusedOne', many: 'EventsRefused' },
  'codes-tried': { one: 'CodesTriedOne', many: 'CodesTried' },
  'openings-limited': { one: 'OpeningsLimitedOne', many: 'OpeningsLimited' },
  'pins-tried': { one: 'PinsTriedOne', many: 'PinsTried' },
  'login-locked': { one: 'LoginsLockedOne', many: 'LoginsLocked' },
  'door-open': { one: 'DoorsOpenOne', many: 'DoorsOpen' },
  full: { one: 'SizesFullOne', many: 'SizesFull' },
  'nearly-full': { one: 'SizesNearlyFullOne', many: 'SizesNearlyFull' },
} as const
type Kind = keyof typeof WORDS

/** Full sizes have a chip of their own, before the nearly full ones. */
const kindOf = ({ Kind, IsFull }: Alert): AlertKind | 'full' => (IsFull ? 'full' : Kind)

/** The kinds of alerts that the dashboard's counts do not include, each with its list. */
export const ofDashboard = (alerts: readonly Alert[]): readonly Alert[] => alerts.filter((alert) => kindOf(alert) in WORDS)

/** One chip for each kind of these alerts, as items of the list of what needs attention. */
export const AlertChips = ({ alerts }: { alerts: readonly Alert[] }) =>
  (Object.keys(WORDS) as Kind[])
    .map((kind) => ({ kind, of: alerts.filter((alert) => kindOf(alert) === kind) }))
    .filter(({ of }) => of.length > 0)
    .map(({ kind, of }) => (
      <li key={kind}>
        <Chip kind={kind} alerts={of} />
      </li>
    ))

function Chip({ kind, alerts }: { kind: Kind; alerts: readonly Alert[] }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  useLeaving(close)
  const { icon: Icon, meaning } = ALERT_SIGNS[kind === 'full' ? 'nearly-full' : kind]
  const { one, many } = WORDS[kind]
  const words = t(alerts.length === 1 ? one : many, { count: alerts.length }).text
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={360} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" data-kind={meaning} onClick={() => setOpened(!opened)}>
          <Icon size={18} aria-hidden />
          {words}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu}>
        <AlertList alerts={alerts} label={words} onFollow={close} />
      </Popover.Dropdown>
    </Popover>
  )
}
