import '@mantine/core/styles/Switch.css'
import { Button, Group, NativeSelect, Switch } from '@mantine/core'
import { memo } from 'react'
import { t } from '../../../messages.ts'
import { LOCKER_MODES, type LockerMode, type LockerType } from '../../../model.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer.ts'
import { MoveMenu } from './MoveMenu.tsx'

/** The parts of the chosen locker's details. Each is drawn again only when what it shows is another. */

type TypeProps = {
  types: readonly { Id: LockerType; Name: string }[]
  type: LockerType
  /** Why it cannot become the other type; null when it can. */
  whyNot: string | null
  designer: Designer
}
export const TypeChoice = memo(function TypeChoice({ types, type, whyNot, designer }: TypeProps) {
  return (
    <NativeSelect
      label={t('LabelType').text}
      data={types.map(({ Id, Name }) => ({ value: Id, label: Name }))}
      value={type}
      disabled={whyNot !== null}
      description={whyNot}
      onChange={(event) => designer.changeChosen({ lockerType: event.currentTarget.value as LockerType })}
    />
  )
})

const MODES: readonly { value: LockerMode; label: string }[] = [
  { value: LOCKER_MODES.none, label: t('ModeNone').text },
  { value: LOCKER_MODES.outbound, label: t('ModeOutbound').text },
  { value: LOCKER_MODES.drycleaning, label: t('ModeDryCleaning').text },
  { value: LOCKER_MODES.removed, label: t('ModeRemoved').text },
]
type ModeProps = { mode: LockerMode; canBeBlank: boolean; designer: Designer }
export const ModeChoice = memo(function ModeChoice({ mode, canBeBlank, designer }: ModeProps) {
  return (
    <NativeSelect
      label={t('LabelMode').text}
      description={t('HelpMode').text}
      data={MODES.map(({ value, label }) => ({
        value: String(value),
        label,
        disabled: value === LOCKER_MODES.removed && !canBeBlank,
      }))}
      value={String(mode)}
      onChange={(event) => designer.changeChosen({ lockerMode: Number(event.currentTarget.value) as LockerMode })}
    />
  )
})

type AccessibleProps = { isAccessible: boolean; designer: Designer }
export const AccessibleChoice = memo(function AccessibleChoice({ isAccessible, designer }: AccessibleProps) {
  return (
    <Switch
      label={t('LabelAccessible').text}
      description={t('HelpAccessible').text}
      checked={isAccessible}
      onChange={(event) => designer.changeChosen({ isDDAReserved: event.currentTarget.checked })}
    />
  )
})

type ActionProps = { isTerminal: boolean; whyNotRemove: string | null; designer: Designer }
export const LockerActions = memo(function LockerActions({ isTerminal, whyNotRemove, designer }: ActionProps) {
  return (
    <div>
      <Group gap="sm">
        <MoveMenu designer={designer} />
        <Button variant="default" disabled={whyNotRemove !== null} onClick={designer.removeChosen}>
          {t(isTerminal ? 'ButtonRemoveTerminal' : 'ButtonRemoveLocker').text}
        </Button>
      </Group>
      {whyNotRemove && <p className={classes.reason}>{whyNotRemove}</p>}
    </div>
  )
})
