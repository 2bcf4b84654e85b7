import '@mantine/core/styles/Switch.css'
import { Button, CloseButton, Group, NativeSelect, Switch, Title } from '@mantine/core'
import { memo } from 'react'
import { say as sayPortal } from '#platform/portal/messages.ts'
import { useNow } from '#platform/portal/times.tsx'
import type { DesignLocker, SavedDesign } from '../../design.ts'
import { say } from '../../messages.ts'
import { LOCKER_MODES, type LockerMode, type LockerType } from '../../model.ts'
import { describeLocker } from '../cabinet-locker.ts'
import classes from './designer.module.css'
import type { Designer } from './designer.ts'
import { MoveMenu } from './MoveMenu.tsx'
import { NameField } from './NameField.tsx'
import { SizeChoice } from './SizeChoice.tsx'
import { useLockerTypes } from './use-locker-types.ts'
import { type Doors, drawn } from './use-standing.ts'
import { whyNotChange, whyNotRemove } from './why-not.ts'

type Props = {
  locker: DesignLocker
  saved: SavedDesign
  /** Another one is the terminal. */
  hasTerminal: boolean
  doors: Doors
  designer: Designer
}

const MODES: readonly { value: LockerMode; label: string }[] = [
  { value: LOCKER_MODES.none, label: say('ModeNone').text },
  { value: LOCKER_MODES.outbound, label: say('ModeOutbound').text },
  { value: LOCKER_MODES.drycleaning, label: say('ModeDryCleaning').text },
  { value: LOCKER_MODES.removed, label: say('ModeRemoved').text },
]

/** The chosen locker: what it is, and all that can be made of it (spec 1 §2 "Layout designer"). */
export const LockerDetails = memo(function LockerDetails({ locker, saved, hasTerminal, doors, designer }: Props) {
  const types = useLockerTypes()
  const now = useNow()
  const { id, lockerType } = locker
  const isTerminal = lockerType === 'terminal'
  const other: LockerType = isTerminal ? 'locker' : 'terminal'
  const noType = whyNotChange(locker, { lockerType: other }, hasTerminal, saved)
  const noRemoval = whyNotRemove(locker, saved)
  const canBeBlank = whyNotChange(locker, { lockerMode: LOCKER_MODES.removed }, hasTerminal, saved) === null
  return (
    <div className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2}>{locker.lockerName}</Title>
          <p className={classes.quiet}>{describeLocker(drawn(locker, doors), now)}</p>
        </div>
        <CloseButton aria-label={sayPortal('WordClose').text} onClick={() => designer.choose(null)} />
      </Group>
      <NameField
        key={id}
        label={say('LabelName').text}
        name={locker.lockerName}
        onName={(name) => designer.renameLocker(id, name)}
      />
      <SizeChoice
        sizes={types.find((type) => type.Id === lockerType)?.Sizes ?? []}
        size={locker.size}
        onSize={(size) => designer.changeLocker(id, { size })}
      />
      <NativeSelect
        label={say('LabelType').text}
        data={types.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        value={lockerType}
        disabled={noType !== null}
        description={noType?.text}
        onChange={(event) => designer.changeLocker(id, { lockerType: event.currentTarget.value as LockerType })}
      />
      {!isTerminal && (
        <>
          <NativeSelect
            label={say('LabelMode').text}
            description={say('HelpMode').text}
            data={MODES.map(({ value, label }) => ({
              value: String(value),
              label,
              disabled: value === LOCKER_MODES.removed && !canBeBlank,
            }))}
            value={String(locker.lockerMode)}
            onChange={(event) => designer.changeLocker(id, { lockerMode: Number(event.currentTarget.value) as LockerMode })}
          />
          <Switch
            label={say('LabelAccessible').text}
            description={say('HelpAccessible').text}
            checked={locker.isDDAReserved}
            onChange={(event) => designer.changeLocker(id, { isDDAReserved: event.currentTarget.checked })}
          />
        </>
      )}
      <div>
        <Group gap="sm">
          <MoveMenu id={id} designer={designer} />
          <Button variant="default" disabled={noRemoval !== null} onClick={() => designer.removeLocker(id)}>
            {say(isTerminal ? 'ButtonRemoveTerminal' : 'ButtonRemoveLocker').text}
          </Button>
        </Group>
        {noRemoval && <p className={classes.reason}>{noRemoval.text}</p>}
      </div>
    </div>
  )
})
