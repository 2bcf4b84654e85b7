import { t as tCabinet } from '#features/layout/cabinet-messages.ts'
import { t as label } from '#platform/labels.ts'
import '@mantine/core/styles/Switch.css'
import { Button, Group, NativeSelect, Switch } from '@mantine/core'
import { memo, useId } from 'react'
import { t } from '#features/layout/messages.ts'
import { LOCKER_MODES, type LockerMode, type LockerType } from '#features/layout/model.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer-store.ts'
import { MoveMenu } from './MoveMenu.tsx'

/**
 * The inputs of the chosen locker. Each renders only when its own value changes: none has the locker's id, so choosing a similar
 * locker renders none of them.
 */

type SizeProps = { sizes: readonly { Value: number; Label: string }[]; size: number; designer: Designer }
/** The sizes of the locker's type side by side. */
export const SizeChoice = memo(function SizeChoice({ sizes, size, designer }: SizeProps) {
  const name = useId()
  return (
    <fieldset className={classes.sizes}>
      <legend>{label('LabelSize').text}</legend>
      {sizes.map(({ Value, Label }) => (
        <label key={Value} className={classes.size}>
          <input
            type="radio"
            name={name}
            checked={Value === size}
            onChange={() => designer.dispatch({ type: 'changeLocker', change: { size: Value } })}
          />
          <span>{Label}</span>
        </label>
      ))}
    </fieldset>
  )
})

type TypeProps = {
  types: readonly { Id: LockerType; Name: string }[]
  type: LockerType
  /** Why it cannot change to the other type; null when it can. */
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
      onChange={({ currentTarget: { value } }) =>
        designer.dispatch({ type: 'changeLocker', change: { lockerType: value as LockerType } })
      }
    />
  )
})

const MODES: readonly { value: LockerMode; label: string }[] = [
  { value: LOCKER_MODES.none, label: t('ModeNone').text },
  { value: LOCKER_MODES.outbound, label: tCabinet('FlagOutbound').text },
  { value: LOCKER_MODES.drycleaning, label: tCabinet('FlagDryCleaning').text },
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
      onChange={({ currentTarget: { value } }) =>
        designer.dispatch({ type: 'changeLocker', change: { lockerMode: Number(value) as LockerMode } })
      }
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
      onChange={({ currentTarget: { checked } }) =>
        designer.dispatch({ type: 'changeLocker', change: { isDDAReserved: checked } })
      }
    />
  )
})

type ActionProps = { isTerminal: boolean; whyNotRemove: string | null; designer: Designer }
export const LockerActions = memo(function LockerActions({ isTerminal, whyNotRemove, designer }: ActionProps) {
  return (
    <div>
      <Group gap="sm">
        <MoveMenu designer={designer} />
        <Button variant="default" disabled={whyNotRemove !== null} onClick={() => designer.dispatch({ type: 'removeLocker' })}>
          {t(isTerminal ? 'ButtonRemoveTerminal' : 'ButtonRemoveLocker').text}
        </Button>
      </Group>
      {whyNotRemove && <p className={classes.reason}>{whyNotRemove}</p>}
    </div>
  )
})
