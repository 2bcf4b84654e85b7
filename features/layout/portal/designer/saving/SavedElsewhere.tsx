import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { t as sayPortal } from '#platform/portal/messages.ts'
import { changesBetween } from '../../../changes.ts'
import { lockersOf, type SavedDesign } from '../../../design.ts'
import { t } from '../../../messages.ts'
import { Cabinet } from '../../shared/Cabinet.tsx'
import classes from '../designer.module.css'
import type { Designer, Version } from '../editing/designer.ts'
import { type Doors, drawn } from './use-live-layout.ts'

type Props = { name: string; saved: SavedDesign; theirs: Version; doors: Doors; designer: Designer }

/** Somebody else has saved since: what they changed, and the choice between theirs and one's own. Neither is lost. */
export function SavedElsewhere({ name, saved, theirs, doors, designer }: Props) {
  const [isLooking, setLooking] = useState(false)
  const what = differences(saved, theirs.saved)
  return (
    <section className={classes.elsewhere} role="alert">
      <p>
        <strong>{t('MsgLayoutSavedElsewhere').text}</strong> {t('SavedElsewhereKept').text}
      </p>
      {what && <p>{t('SavedElsewhereWhat', { what }).text}</p>}
      <Group gap="sm">
        <Button variant="default" onClick={() => setLooking(true)}>
          {t('ButtonLookAtTheirs').text}
        </Button>
        <Button variant="default" onClick={() => designer.takeTheirs(theirs)}>
          {t('ButtonTakeTheirs').text}
        </Button>
        <Button variant="default" onClick={() => designer.keepMine(theirs)}>
          {t('ButtonKeepMine').text}
        </Button>
      </Group>
      <p>{t('HelpKeepMine').text}</p>
      <Modal
        opened={isLooking}
        onClose={() => setLooking(false)}
        title={t('TitleTheirs').text}
        size="auto"
        closeButtonProps={{ 'aria-label': sayPortal('WordClose').text }}
      >
        <Cabinet
          name={name}
          columns={theirs.saved.map((column) => ({
            ColumnName: column.name,
            LockerCollection: column.lockers.map((locker) => drawn(locker, doors)),
          }))}
        />
      </Modal>
    </section>
  )
}

const MOST_NAMES = 6
const listed = (names: readonly string[]) =>
  names.length <= MOST_NAMES
    ? names.join(', ')
    : t('SavedElsewhereMany', { names: names.slice(0, MOST_NAMES).join(', '), count: names.length - MOST_NAMES }).text

/** What the other version changed of the one that this work began with, in words. */
function differences(saved: SavedDesign, theirs: SavedDesign): string {
  const { added, removed, changed, columns } = changesBetween(saved, theirs)
  const before = new Map(lockersOf(saved).map((locker) => [locker.id, locker]))
  // A door that only stands elsewhere because of another is not worth a word.
  const different = changed.filter(
    ({ before: old, after }) => !sameDoor(before.get(after.locker.id)!, after.locker) || old.column.name !== after.column.name,
  )
  const named = (all: readonly { readonly locker: { readonly lockerName: string } }[]) =>
    listed(all.map(({ locker }) => locker.lockerName))
  return [
    added.length > 0 && t('SavedElsewhereAdded', { names: named(added) }).text,
    removed.length > 0 && t('SavedElsewhereRemoved', { names: named(removed) }).text,
    different.length > 0 && t('SavedElsewhereChanged', { names: named(different.map(({ after }) => after)) }).text,
    columns && t('SavedElsewhereColumns').text,
  ]
    .filter(Boolean)
    .join(', ')
}
type Door = ReturnType<typeof lockersOf>[number]
const sameDoor = (one: Door, other: Door) =>
  one.lockerName === other.lockerName &&
  one.size === other.size &&
  one.lockerType === other.lockerType &&
  one.lockerMode === other.lockerMode &&
  one.isDDAReserved === other.isDDAReserved
