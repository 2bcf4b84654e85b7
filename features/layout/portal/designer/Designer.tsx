import { Anchor, Title } from '@mantine/core'
import { memo, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useUnsavedGuard } from '#platform/portal/form/use-unsaved-guard.ts'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { SidePanel } from '#platform/portal/ui/SidePanel.tsx'
import { useStore } from '#platform/portal/ui/store.ts'
import { changesBetween, isUnchanged } from '../../changes.ts'
import { placeOf } from '../../design.ts'
import { t } from '../../messages.ts'
import { whyNotAddColumn, whyNotAddLocker, whyNotAddTerminal } from '../../rules.ts'
import { CabinetLegend } from '../shared/CabinetLegend.tsx'
import { DesignCabinet } from './cabinet/DesignCabinet.tsx'
import classes from './designer.module.css'
import { ColumnDetails } from './details/ColumnDetails.tsx'
import { LockerDetails } from './details/LockerDetails.tsx'
import { createDesigner, type Version, type Designer as Work } from './editing/designer.ts'
import { TemplateDialog } from './editing/TemplateDialog.tsx'
import { Toolbar } from './editing/Toolbar.tsx'
import { hasTerminal } from './editing/template.ts'
import { whyNotSaved } from './editing/why-not.ts'
import { flawOf, SaveBar } from './saving/SaveBar.tsx'
import { SavedElsewhere } from './saving/SavedElsewhere.tsx'
import { useStanding } from './saving/use-live-layout.ts'

const LIST = '/lockerbank/list'
/** The same at every edit. */
const legend = <CabinetLegend withPackages />
type Props = { lockerBankId: string; name: string; version: Version }

/** Builds the layout of one bank, beginning with the version that was read. */
export function Designer({ lockerBankId, name, version }: Props) {
  const [designer] = useState(() => createDesigner(version))
  const state = useStore(designer.store)
  const doors = useStanding(designer, lockerBankId)
  const [hasTemplates, setTemplates] = useState(false)
  const showTemplates = useCallback(() => setTemplates(true), [])
  useUndoKeys(designer)

  const { history, saved, chosen, renaming, told, theirs } = state
  const design = history.present
  const changes = useMemo(() => changesBetween(saved, design), [saved, design])
  const flaw = useMemo(() => flawOf(design, whyNotSaved(design, changes)), [design, changes])
  const dirty = !isUnchanged(changes)
  const { during } = useUnsavedGuard(dirty)

  const place = chosen?.kind === 'locker' ? placeOf(design, chosen.id) : undefined
  const chosenColumn = chosen?.kind === 'column' ? design.find(({ id }) => id === chosen.id) : undefined
  return (
    <div className={classes.screen} data-scrolls>
      <Heading name={name} />
      <Toolbar
        designer={designer}
        noColumn={whyNotAddColumn(design)?.text ?? null}
        noCopy={(whyNotAddColumn(design) ?? whyNotAddLocker(design))?.text ?? null}
        noLocker={whyNotAddLocker(design)?.text ?? null}
        noTerminal={whyNotAddTerminal(design)?.text ?? null}
        canUndo={history.past.length > 0}
        canRedo={history.future.length > 0}
        onTemplate={showTemplates}
      />
      {theirs && <SavedElsewhere name={name} saved={saved} theirs={theirs} doors={doors} designer={designer} />}
      <div className={classes.work}>
        <section className={classes.drawing} aria-label={t('TitleLayout').text}>
          {design.length === 0 ? (
            <p className={classes.empty}>{t('HintEmpty').text}</p>
          ) : (
            <>
              <DesignCabinet name={name} chosen={chosen} renaming={renaming} doors={doors} design={design} designer={designer} />
              <p className={classes.quiet}>{t('HintKeys').text}</p>
            </>
          )}
          {legend}
        </section>
        <SidePanel title={t('TitleDetails').text} hint={t('HintChoose').text} close={() => designer.choose(null)}>
          {place ? (
            <LockerDetails
              locker={place.locker}
              saved={saved}
              hasTerminal={hasTerminal(design)}
              doors={doors}
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
        flaw={flaw}
        isDrawn={design.length > 0}
        isDirty={dirty}
        during={during}
      />
      <div className="visually-hidden" aria-live="polite">
        <span key={told.number}>{told.text}</span>
      </div>
      <TemplateDialog opened={hasTemplates} design={design} designer={designer} onClose={() => setTemplates(false)} />
    </div>
  )
}

const Heading = memo(({ name }: { name: string }) => (
  <header className={classes.header}>
    <Anchor component={ScreenLink} to={LIST}>
      {t('BackToList').text}
    </Anchor>
    <Title order={1}>{t('TitleLayoutOf', { name }).text}</Title>
  </header>
))

/** Undo and redo, unless something is being typed, which has an undo of its own, or a dialog is open. */
function useUndoKeys(designer: Work) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !(target instanceof Element)) return
    if (target.closest('input:not([type=radio], [type=checkbox]), textarea, [role=dialog]')) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) designer.undo()
    else if (key === 'y' || (key === 'z' && event.shiftKey)) designer.redo()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
