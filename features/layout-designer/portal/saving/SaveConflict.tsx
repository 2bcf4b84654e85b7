import { Button, Group, Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { changesBetween, isAlike } from '#features/layout/changes.ts'
import type { DesignLocker, SavedDesign } from '#features/layout/design.ts'
import { t } from '#features/layout/messages.ts'
import { Cabinet } from '#features/layout/portal/shared/Cabinet.tsx'
import { t as tPortal } from '#platform/portal/messages.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer-store.ts'
import type { Version } from '../editing/reducer.ts'
import { cabinetLockerOf, type SavedLockers } from './use-live-layout.ts'

type Props = { name: string; saved: SavedDesign; version: Version; savedLockers: SavedLockers; designer: Designer }

/** Another user has saved since: lists their changes, shows their version, and lets the user choose between the two. */
export function SaveConflict({ name, saved, version, savedLockers, designer: { dispatch } }: Props) {
  const [isShown, setShown] = useState(false)
  const what = differences(saved, version.saved)
  const section = useRef<HTMLElement>(null)
  // The Save that was refused is at the other end of the screen.
  useEffect(() => void section.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <section ref={section} className={classes.conflict} role="alert">
      <p>
        <strong>{t('MsgLayoutSavedElsewhere').text}</strong> {t('SavedElsewhereKept').text}
      </p>
      {what && <p>{t('SavedElsewhereWhat', { what }).text}</p>}
      <Group gap="sm">
        <Button variant="default" onClick={() => setShown(true)}>
          {t('ButtonLookAtTheirs').text}
        </Button>
        <Button variant="default" onClick={() => dispatch({ type: 'takeOther', version })}>
          {t('ButtonTakeTheirs').text}
        </Button>
        <Button variant="default" onClick={() => dispatch({ type: 'keepOwn', version })}>
          {t('ButtonKeepMine').text}
        </Button>
      </Group>
      <p>{t('HelpKeepMine').text}</p>
      <Modal
        opened={isShown}
        onClose={() => setShown(false)}
        title={t('TitleTheirs').text}
        size="auto"
        closeButtonProps={{ 'aria-label': tPortal('WordClose').text }}
      >
        <Cabinet
          name={name}
          columns={version.saved.map((column) => ({
            ColumnName: column.name,
            LockerCollection: column.lockers.map((locker) => cabinetLockerOf(locker, savedLockers)),
          }))}
        />
      </Modal>
    </section>
  )
}

const MOST_NAMES = 6
const listOf = (names: readonly string[]) =>
  names.length <= MOST_NAMES
    ? names.join(', ')
    : t('SavedElsewhereMany', { names: names.slice(0, MOST_NAMES).join(', '), count: names.length - MOST_NAMES }).text

/** The changes of the other version against the common one, as text. */
function differences(saved: SavedDesign, other: SavedDesign): string {
  const { added, removed, changed, columns } = changesBetween(saved, other)
  // Not those that only moved up or down because of another locker.
  const different = changed.filter(
    ({ before, after }) => !isAlike(before.locker, after.locker) || before.column.name !== after.column.name,
  )
  const namesOf = (places: readonly { readonly locker: DesignLocker }[]) => listOf(places.map(({ locker }) => locker.lockerName))
  return [
    added.length > 0 && t('SavedElsewhereAdded', { names: namesOf(added) }).text,
    removed.length > 0 && t('SavedElsewhereRemoved', { names: namesOf(removed) }).text,
    different.length > 0 && t('SavedElsewhereChanged', { names: namesOf(different.map(({ after }) => after)) }).text,
    columns && t('SavedElsewhereColumns').text,
  ]
    .filter(Boolean)
    .join(', ')
}
