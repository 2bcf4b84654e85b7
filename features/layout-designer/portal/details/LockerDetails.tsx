import { CloseButton, Group, Title } from '@mantine/core'
import { memo, useCallback } from 'react'
import { layouts } from '#features/layout/contract.ts'
import type { DesignLocker, SavedDesign } from '#features/layout/design.ts'
import { t } from '#features/layout/messages.ts'
import { LOCKER_MODES } from '#features/layout/model.ts'
import { describeLocker } from '#features/layout/portal/shared/cabinet-locker.ts'
import { t as label } from '#platform/labels.ts'
import type { OutputOf } from '#platform/operation.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { useLoadFailure } from '#platform/portal/feedback/load-failure.tsx'
import { t as tPortal } from '#platform/portal/messages.ts'
import { useNow } from '#platform/portal/ui/times.tsx'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer-store.ts'
import { whyNotChange, whyNotRemove } from '../editing/why-not.ts'
import { cabinetLockerOf, type SavedLockers } from '../saving/use-live-layout.ts'
import { AccessibleChoice, LockerActions, ModeChoice, SizeChoice, TypeChoice } from './LockerTraits.tsx'
import { NameField } from './NameField.tsx'

type Props = {
  locker: DesignLocker
  saved: SavedDesign
  /** Whether the design has a terminal. */
  hasTerminal: boolean
  savedLockers: SavedLockers
  designer: Designer
}

/** The chosen locker: its description and all its settings (spec 1 §2 "Layout designer"). */
export const LockerDetails = memo(function LockerDetails({ locker, saved, hasTerminal, savedLockers, designer }: Props) {
  const types = useLockerTypes()
  const now = useNow()
  const { lockerName, lockerType, lockerMode } = locker
  const isTerminal = lockerType === 'terminal'
  const whyNot = (change: Partial<DesignLocker>) => whyNotChange(locker, change, hasTerminal, saved)?.text ?? null
  const rename = useCallback((name: string) => designer.dispatch({ type: 'renameLocker', name }), [designer])
  return (
    <div className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2}>{lockerName}</Title>
          <p className={classes.quiet}>{describeLocker(cabinetLockerOf(locker, savedLockers), now)}</p>
        </div>
        <CloseButton aria-label={tPortal('WordClose').text} onClick={() => designer.dispatch({ type: 'choose', chosen: null })} />
      </Group>
      <NameField label={label('LabelName').text} name={lockerName} onRename={rename} />
      <SizeChoice sizes={types.find(({ Id }) => Id === lockerType)?.Sizes ?? NO_SIZES} size={locker.size} designer={designer} />
      <TypeChoice
        types={types}
        type={lockerType}
        whyNot={whyNot({ lockerType: isTerminal ? 'locker' : 'terminal' })}
        designer={designer}
      />
      {!isTerminal && (
        <>
          <ModeChoice mode={lockerMode} canBeBlank={whyNot({ lockerMode: LOCKER_MODES.removed }) === null} designer={designer} />
          <AccessibleChoice isAccessible={locker.isDDAReserved} designer={designer} />
        </>
      )}
      <LockerActions isTerminal={isTerminal} whyNotRemove={whyNotRemove(locker, saved)?.text ?? null} designer={designer} />
    </div>
  )
})

type LockerTypes = OutputOf<typeof layouts.lockerTypes>
const NO_TYPES: LockerTypes = []
const NO_SIZES: LockerTypes[number]['Sizes'] = []

/** The locker types with their sizes; empty until loaded. A failure is reported (spec 1 §8). */
function useLockerTypes(): LockerTypes {
  const types = useCall(layouts.lockerTypes, {}, { staleTime: Number.POSITIVE_INFINITY })
  useLoadFailure(types, t('MsgLockerTypesFailed').text)
  return types.data ?? NO_TYPES
}
