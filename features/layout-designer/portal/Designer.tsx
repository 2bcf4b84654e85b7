import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { changesBetween, isUnchanged } from '#features/layout/changes.ts'
import { lockersOf, placeOf } from '#features/layout/design.ts'
import { t } from '#features/layout/messages.ts'
import { CabinetLegend } from '#features/layout/portal/shared/CabinetLegend.tsx'
import { besideFrom } from '#features/layout/portal/shared/column-width.ts'
import { whyNotAddColumn, whyNotAddLocker, whyNotAddTerminal } from '#features/layout/rules.ts'
import { t as screens } from '#features/layout/screens.ts'
import { useUnsavedGuard } from '#platform/portal/form/use-unsaved-guard.ts'
import { SidePanel } from '#platform/portal/ui/SidePanel.tsx'
import screen from '#platform/portal/ui/screen.module.css'
import { useStore } from '#platform/portal/ui/store.ts'
import { DesignCabinet } from './cabinet/DesignCabinet.tsx'
import classes from './designer.module.css'
import { ColumnDetails } from './details/ColumnDetails.tsx'
import { LockerDetails } from './details/LockerDetails.tsx'
import { createDesigner, type Designer as DesignerStore } from './editing/designer-store.ts'
import type { Version } from './editing/reducer.ts'
import { TemplateDialog } from './editing/TemplateDialog.tsx'
import { Toolbar } from './editing/Toolbar.tsx'
import { hasTerminal } from './editing/template.ts'
import { whyNotSaved } from './editing/why-not.ts'
import { SaveBar, whyNotText } from './saving/SaveBar.tsx'
import { SaveConflict } from './saving/SaveConflict.tsx'
import { cabinetLockerOf, useLiveLayout } from './saving/use-live-layout.ts'

const LIST = '/lockerbank/list'
type Props = { lockerBankId: string; name: string; version: Version }

/** Edits the layout of a locker bank, starting from a saved version. */
export function Designer({ lockerBankId, name, version }: Props) {
  const [designer] = useState(() => createDesigner(version))
  const state = useStore(designer.store)
  const savedLockers = useLiveLayout(designer, lockerBankId)
  const [isTemplateOpen, setTemplateOpen] = useState(false)
  const openTemplate = useCallback(() => setTemplateOpen(true), [])
  useUndoKeys(designer)

  const { history, saved, chosen, renaming, announcement, conflict } = state
  const design = history.present
  const changes = useMemo(() => changesBetween(saved, design), [saved, design])
  const whyNot = useMemo(() => whyNotText(design, whyNotSaved(design, changes)), [design, changes])
  const isDirty = !isUnchanged(changes)
  const drawn = useMemo(() => lockersOf(design).map((locker) => cabinetLockerOf(locker, savedLockers)), [design, savedLockers])
  const { during } = useUnsavedGuard(isDirty)

  const place = chosen?.kind === 'locker' ? placeOf(design, chosen.id) : undefined
  const chosenColumn = chosen?.kind === 'column' ? design.find(({ id }) => id === chosen.id) : undefined
  return (
    <div className={screen.screen}>
      <Toolbar
        designer={designer}
        noColumn={whyNotAddColumn(design)?.text ?? null}
        noCopy={(whyNotAddColumn(design) ?? whyNotAddLocker(design))?.text ?? null}
        noLocker={whyNotAddLocker(design)?.text ?? null}
        noTerminal={whyNotAddTerminal(design)?.text ?? null}
        canUndo={history.past.length > 0}
        canRedo={history.future.length > 0}
        onTemplate={openTemplate}
      />
      {conflict && <SaveConflict name={name} saved={saved} version={conflict} savedLockers={savedLockers} designer={designer} />}
      <div className={classes.work}>
        <section className={classes.drawing} aria-label={screens('ScreenLayout').text}>
          {design.length === 0 ? (
            <p className={classes.empty}>{t('HintEmpty').text}</p>
          ) : (
            <>
              <DesignCabinet
                name={name}
                design={design}
                savedLockers={savedLockers}
                chosen={chosen}
                renaming={renaming}
                designer={designer}
              />
              <p className={classes.quiet}>{t('HintKeys').text}</p>
            </>
          )}
          <CabinetLegend lockers={drawn} />
        </section>
        <SidePanel
          title={t('TitleDetails').text}
          hint={t('HintChoose').text}
          close={() => designer.dispatch({ type: 'choose', chosen: null })}
          besideFrom={besideFrom(design.length)}
        >
          {place ? (
            <LockerDetails
              locker={place.locker}
              saved={saved}
              hasTerminal={hasTerminal(design)}
              savedLockers={savedLockers}
              designer={designer}
            />
          ) : (
            chosenColumn && <ColumnDetails column={chosenColumn} design={design} saved={saved} designer={designer} />
          )}
        </SidePanel>
      </div>
      <SaveBar
        designer={designer}
        lockerBankId={lockerBankId}
        back={LIST}
        whyNot={whyNot}
        isEmpty={design.length === 0}
        isDirty={isDirty}
        during={during}
      />
      <div className="visually-hidden" aria-live="polite">
        <span key={announcement.number}>{announcement.text}</span>
      </div>
      <TemplateDialog opened={isTemplateOpen} design={design} designer={designer} onClose={() => setTemplateOpen(false)} />
    </div>
  )
}

/** Undo and redo by keyboard, except in text inputs, which have an undo of their own, and in dialogs. */
function useUndoKeys({ dispatch }: DesignerStore) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !(target instanceof Element)) return
    if (target.closest('input:not([type=radio], [type=checkbox]), textarea, [role=dialog]')) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) dispatch({ type: 'undo' })
    else if (key === 'y' || (key === 'z' && event.shiftKey)) dispatch({ type: 'redo' })
    else return
    event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
