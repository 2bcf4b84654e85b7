import type { Message } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { createStore } from '#platform/portal/ui/store.ts'
import { changesBetween, isUnchanged } from '../../../changes.ts'
import { type Design, type DesignColumn, type DesignLocker, lockersOf, placeOf, type SavedDesign } from '../../../design.ts'
import { t } from '../../../messages.ts'
import type { LockerType } from '../../../model.ts'
import { LOCKER_NAME_MAX, nameKey, whyNotAddColumn, whyNotAddLocker, whyNotAddTerminal, whyNotRename } from '../../../rules.ts'
import * as edits from './edits.ts'
import { beginning, edited, type History, redone, undone } from './history.ts'
import { addTemplate, doorCount, hasTerminal, type Template, templateWords } from './template.ts'
import { whyNotChange, whyNotRemove, whyNotRemoveWhole } from './why-not.ts'

/** A layout as somebody saved it, with the version that a save of ours must name. */
export type Version = { readonly saved: SavedDesign; readonly etag: string }
export type Chosen = { readonly kind: 'locker' | 'column'; readonly id: string }
export type DesignerState = Version & {
  readonly history: History<Design>
  readonly chosen: Chosen | null
  /** The locker whose name is being typed at its door. */
  readonly renaming: string | null
  /** The last edit in words, for those who hear the screen; numbered, so that the same words are heard again. */
  readonly told: { readonly text: string; readonly number: number }
  /** What somebody else saved since `etag`. */
  readonly theirs: Version | null
}

/**
 * What the designer works on, outside of React: the screen watches `spot`, its parts call what is here. Every edit asks the
 * rules first and says what it did; what is refused is said too and changes nothing.
 */
export function createDesigner(first: Version) {
  const store = createStore<DesignerState>({
    ...first,
    history: beginning<Design>(first.saved),
    chosen: null,
    renaming: null,
    told: { text: '', number: 0 },
    theirs: null,
  })
  const change = (part: Partial<DesignerState>) => store.write({ ...store.read(), ...part })
  const design = () => store.read().history.present
  const tell = (text: string) => ({ told: { text, number: store.read().told.number + 1 } })

  /** One edit; `chosen` is what is looked at afterwards. */
  function edit(next: Design, { text }: Message, chosen: Chosen | null = store.read().chosen) {
    if (next === design()) return
    change({ history: edited(store.read().history, next, text), chosen: stillThere(next, chosen), ...tell(text) })
  }
  function refused(said: Message | null): boolean {
    if (!said) return false
    toast.warning(said.text)
    change(tell(said.text))
    return true
  }
  const lockerAt = (id: string) => placeOf(design(), id)!
  const columnAt = (id: string) => design().find((column) => column.id === id)!
  /** Where somebody works: at the chosen locker, in the chosen column, else in the last. */
  function here() {
    const { chosen } = store.read()
    const place = chosen?.kind === 'locker' ? placeOf(design(), chosen.id) : undefined
    const columnId = place?.column.id ?? (chosen?.kind === 'column' ? chosen.id : design().at(-1)?.id)
    return { columnId, below: place?.locker.id }
  }

  /** The chosen locker; the parts of its details name none, so that another one with the same traits needs no new drawing. */
  const chosenLocker = () => {
    const { chosen } = store.read()
    return chosen?.kind === 'locker' ? chosen.id : undefined
  }

  const designer = {
    store,
    choose: (chosen: Chosen | null) => change({ chosen, renaming: null }),
    rename: (id: string | null) => change({ renaming: id }),

    addColumn() {
      if (refused(whyNotAddColumn(design()))) return
      const next = edits.addColumn(design(), newId)
      const { id, name } = next.at(-1)!
      edit(next, t('SaidColumnAdded', { name }), { kind: 'column', id })
    },
    /** Below the chosen locker, at the foot of the chosen column, or of the one that is named. */
    addLocker(type: LockerType, at: { columnId: string | undefined; below?: string | undefined } = here()) {
      const { columnId, below } = at
      if (columnId === undefined || refused(type === 'terminal' ? whyNotAddTerminal(design()) : whyNotAddLocker(design()))) return
      const next = edits.addLocker(design(), { columnId, below, type }, newId)
      const known = new Set(lockersOf(design()).map(({ id }) => id))
      const { id, lockerName: name } = lockersOf(next).find((locker) => !known.has(locker.id))!
      edit(next, t('SaidAdded', { name, column: columnAt(columnId).name }), { kind: 'locker', id })
    },
    addTemplate(template: Template) {
      const tooMany =
        whyNotAddColumn(design(), template.columns) ?? (design().length ? whyNotAddLocker(design(), doorCount(template)) : null)
      const next = refused(tooMany) ? null : addTemplate(design(), template, newId)
      if (next) edit(next, t('SaidTemplate', { words: templateWords(template), count: template.columns }))
    },
    duplicateColumn(id = here().columnId) {
      const column = id === undefined ? undefined : columnAt(id)
      if (!column || refused(whyNotAddColumn(design()) ?? whyNotAddLocker(design(), column.lockers.length))) return
      const next = edits.duplicateColumn(design(), column.id, newId)
      const copy = next[next.findIndex((one) => one.id === column.id) + 1]!
      edit(next, t('SaidDuplicated', { from: column.name, name: copy.name }))
    },
    removeColumn(id: string) {
      const column = columnAt(id)
      if (refused(whyNotRemoveWhole(column, store.read().saved))) return
      edit(edits.removeColumn(design(), id), t('SaidRemoved', { name: column.name }), null)
    },
    moveColumn(id: string, by: -1 | 1) {
      const next = edits.moveColumn(design(), id, by)
      const place = next.findIndex((column) => column.id === id) + 1
      edit(next, t('SaidColumnMoved', { name: columnAt(id).name, place, count: next.length }))
    },
    /** Gives false where the name is another column's, and the name stays. */
    renameColumn(id: string, name: string): boolean {
      const { name: from } = columnAt(id)
      if (refused(whyNotNameColumn(name, design(), id))) return false
      edit(edits.renameColumn(design(), id, name), t('SaidRenamed', { from, name: name.trim() }))
      return true
    },

    removeLocker(id: string) {
      const { column, locker, at } = lockerAt(id)
      if (refused(whyNotRemove(locker, store.read().saved))) return
      // The door that takes its place is chosen next: Delete goes on.
      const next = column.lockers[at + 1] ?? column.lockers[at - 1]
      const chosen: Chosen = next ? { kind: 'locker', id: next.id } : { kind: 'column', id: column.id }
      edit(edits.removeLocker(design(), id), t('SaidRemoved', { name: locker.lockerName }), chosen)
    },
    /** Gives false where the name is another locker's: it is said, and the name stays as it was (spec 1 §5). */
    renameLocker(id: string, name: string): boolean {
      const { locker } = lockerAt(id)
      const others = lockersOf(design()).filter((other) => other.id !== id)
      if (refused(whyNotRename(name, others))) return false
      edit(
        edits.changeLocker(design(), id, { lockerName: name }),
        t('SaidRenamed', { from: locker.lockerName, name: name.trim() }),
      )
      return true
    },
    changeLocker(id: string, wanted: edits.LockerChange) {
      const { locker } = lockerAt(id)
      if (refused(whyNotChange(locker, wanted, hasTerminal(design()), store.read().saved))) return
      edit(edits.changeLocker(design(), id, wanted), t('SaidChanged', { name: locker.lockerName }))
    },
    moveLocker(id: string, target: edits.Target | undefined) {
      const name = lockerAt(id).locker.lockerName
      const next = target ? edits.moveLocker(design(), id, target) : design()
      if (next === design()) return change(tell(t('SaidCannotMove', { name }).text))
      const { column, at } = placeOf(next, id)!
      const said = t('SaidMoved', { name, column: column.name, place: at + 1, count: column.lockers.length })
      edit(next, said, { kind: 'locker', id })
    },

    undo() {
      const { history, chosen } = store.read()
      const said = history.past.at(-1)?.said
      if (said === undefined) return
      const before = undone(history)
      change({
        history: before,
        chosen: stillThere(before.present, chosen),
        renaming: null,
        ...tell(t('SaidUndone', { said }).text),
      })
    },
    redo() {
      const { history, chosen } = store.read()
      const said = history.future.at(-1)?.said
      if (said === undefined) return
      const again = redone(history)
      change({
        history: again,
        chosen: stillThere(again.present, chosen),
        renaming: null,
        ...tell(t('SaidRedone', { said }).text),
      })
    },

    /** What was sent is what is saved now; what was edited meanwhile is not. */
    wasSaved: (sent: Design, etag: string) => change({ saved: withStanding(sent, store.read().saved), etag, theirs: null }),
    /** What stands behind the doors as it is known now; the layout itself stays as it was saved. */
    stands: (now: SavedDesign) => change({ saved: withStanding(store.read().saved, now) }),
    meets: (theirs: Version) => change({ theirs }),
    /** Works on with what somebody else saved; one's own work is one step back. */
    takeTheirs(theirs: Version) {
      change({ saved: theirs.saved, etag: theirs.etag, theirs: null })
      edit(theirs.saved, t('SaidTheirs'), null)
    },
    /** Works on with one's own: the next save replaces what somebody else saved. */
    keepMine: (theirs: Version) => change({ saved: theirs.saved, etag: theirs.etag, theirs: null }),

    changeChosen(wanted: edits.LockerChange) {
      const id = chosenLocker()
      if (id) designer.changeLocker(id, wanted)
    },
    renameChosen(name: string): boolean {
      const id = chosenLocker()
      return id !== undefined && designer.renameLocker(id, name)
    },
    removeChosen() {
      const id = chosenLocker()
      if (id) designer.removeLocker(id)
    },
  }
  return designer
}
export type Designer = ReturnType<typeof createDesigner>

export const isDirty = (saved: SavedDesign, design: Design) => saved !== design && !isUnchanged(changesBetween(saved, design))

function stillThere(design: Design, chosen: Chosen | null): Chosen | null {
  if (chosen?.kind === 'column') return design.some((column) => column.id === chosen.id) ? chosen : null
  return chosen && placeOf(design, chosen.id) ? chosen : null
}

/** The design with what is known of its doors; a door that nothing is known of has nothing behind it. */
function withStanding(design: readonly DesignColumn<DesignLocker>[], known: SavedDesign): SavedDesign {
  const standing = new Map(
    lockersOf(known).map(({ id, isDeviceAssociated, livePackages }) => [id, { isDeviceAssociated, livePackages }]),
  )
  return design.map((column) => ({
    ...column,
    lockers: column.lockers.map((locker) => ({
      ...locker,
      isDeviceAssociated: false,
      livePackages: 0,
      ...standing.get(locker.id),
    })),
  }))
}

function whyNotNameColumn(name: string, design: Design, id: string): Message | null {
  if (!name.trim()) return t('MsgLayoutColumnNameEmpty')
  if (name.trim().length > LOCKER_NAME_MAX) return t('MsgLayoutLockerNameTooLong', { max: LOCKER_NAME_MAX })
  const isTaken = design.some((column) => column.id !== id && nameKey(column.name) === nameKey(name))
  return isTaken ? t('MsgLayoutDuplicateColumn', { name: name.trim() }) : null
}
