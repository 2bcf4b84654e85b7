import { CloseButton, Group, Title } from '@mantine/core'
import { memo } from 'react'
import { t as sayPortal } from '#platform/portal/messages.ts'
import { useNow } from '#platform/portal/ui/times.tsx'
import type { DesignLocker, SavedDesign } from '../../../design.ts'
import { t } from '../../../messages.ts'
import { LOCKER_MODES } from '../../../model.ts'
import { describeLocker } from '../../shared/cabinet-locker.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer.ts'
import { whyNotChange, whyNotRemove } from '../editing/why-not.ts'
import { type Doors, drawn } from '../saving/use-live-layout.ts'
import { AccessibleChoice, LockerActions, ModeChoice, TypeChoice } from './LockerTraits.tsx'
import { NameField } from './NameField.tsx'
import { SizeChoice } from './SizeChoice.tsx'
import { useLockerTypes } from './use-locker-types.ts'

type Props = {
  locker: DesignLocker
  saved: SavedDesign
  /** One is the terminal. */
  hasTerminal: boolean
  doors: Doors
  designer: Designer
}

/** The chosen locker: what it is, and all that can be made of it (spec 1 §2 "Layout designer"). */
export const LockerDetails = memo(function LockerDetails({ locker, saved, hasTerminal, doors, designer }: Props) {
  const types = useLockerTypes()
  const now = useNow()
  const { lockerName, lockerType, lockerMode } = locker
  const isTerminal = lockerType === 'terminal'
  const whyNot = (wanted: Partial<DesignLocker>) => whyNotChange(locker, wanted, hasTerminal, saved)?.text ?? null
  return (
    <div className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2}>{lockerName}</Title>
          <p className={classes.quiet}>{describeLocker(drawn(locker, doors), now)}</p>
        </div>
        <CloseButton aria-label={sayPortal('WordClose').text} onClick={() => designer.choose(null)} />
      </Group>
      <NameField label={t('LabelName').text} name={lockerName} onName={designer.renameChosen} />
      <SizeChoice
        sizes={types.find((type) => type.Id === lockerType)?.Sizes ?? NO_SIZES}
        size={locker.size}
        designer={designer}
      />
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

const NO_SIZES: readonly { Value: number; Label: string }[] = []
