import { type Design, lockersOf, placeOf, type SavedDesign, withUse } from '#features/layout/design.ts'
import { t } from '#features/layout/messages.ts'
import type { LockerType } from '#features/layout/model.ts'
import { whyNotAddColumn, whyNotAddLocker, whyNotAddTerminal, whyNotRename } from '#features/layout/rules.ts'
import type { Message } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import * as edits from './edits.ts'
import { type History, record, redo, startHistory, undo } from './history.ts'
import { addTemplate, doorCount, hasTerminal, type Template, templateText } from './template.ts'
import { whyNotChange, whyNotRemove, whyNotRemoveWhole, whyNotRenameColumn } from './why-not.ts'

/** A saved layout with the ETag that the next save sends as If-Match. */
export type Version = { readonly saved: SavedDesign; readonly etag: string }
export type Chosen = { readonly kind: 'locker' | 'column'; readonly id: string }
export type DesignerState = Version & {
  readonly history: History<Design>
  readonly chosen: Chosen | null
  /** Id of the locker whose name is edited at its door. */
  readonly renaming: string | null
  /** The last result, for screen readers; numbered, so that an equal text is announced again. */
  readonly announcement: { readonly number: number; readonly text: string; readonly isRefusal: boolean }
  /** The version that another user saved after `etag`; null without a conflict. */
  readonly conflict: Version | null
}

/** Edits of the design. Without `id` a locker action is about the chosen locker. */
type Edit =
  | { readonly type: 'addColumn' }
  | { readonly type: 'addTemplate'; readonly template: Template }
  /** Copies the chosen column, else the column of the chosen locker, else the last. */
  | { readonly type: 'duplicateColumn' }
  | { readonly type: 'removeColumn'; readonly id: string }
  | { readonly type: 'moveColumn'; readonly id: string; readonly by: -1 | 1 }
  | { readonly type: 'renameColumn'; readonly id: string; readonly name: string }
  /** At the foot of `columnId`; without it below the chosen locker, else at the foot of the chosen or the last column. */
  | { readonly type: 'addLocker'; readonly lockerType: LockerType; readonly columnId?: string }
  | { readonly type: 'removeLocker'; readonly id?: string }
  | { readonly type: 'renameLocker'; readonly id?: string; readonly name: string }
  | { readonly type: 'changeLocker'; readonly id?: string; readonly change: edits.LockerChange }
  /** Without a target the locker is at the edge already. */
  | { readonly type: 'moveLocker'; readonly id: string; readonly target: edits.Target | undefined }

export type Action =
  | Edit
  | { readonly type: 'undo' | 'redo' }
  | { readonly type: 'choose'; readonly chosen: Chosen | null }
  /** Opens the name field at a locker's door; null closes it. */
  | { readonly type: 'editName'; readonly id: string | null }
  /** The design that was sent is saved; later edits are not. */
  | { readonly type: 'saved'; readonly sent: Design; readonly etag: string }
  /** Devices and packages of the saved lockers have changed; the saved layout has not. */
  | { readonly type: 'useChanged'; readonly current: SavedDesign }
  | { readonly type: 'conflict'; readonly version: Version }
  /** Continues with the other user's version; one undo returns to the user's own design. */
  | { readonly type: 'takeOther'; readonly version: Version }
  /** Continues with the user's own design; the next save replaces the other version. */
  | { readonly type: 'keepOwn'; readonly version: Version }

export const initialState = (version: Version): DesignerState => ({
  ...version,
  history: startHistory<Design>(version.saved),
  chosen: null,
  renaming: null,
  announcement: { number: 0, text: '', isRefusal: false },
  conflict: null,
})

/**
 * The designer's next state. An edit checks the rules first and is announced with what it did; a refused one is announced with
 * the reason and changes nothing else.
 */
export function reduce(state: DesignerState, action: Action, makeId: () => string = newId): DesignerState {
  const { history } = state
  switch (action.type) {
    case 'choose':
      return { ...state, chosen: action.chosen, renaming: null }
    case 'editName':
      return { ...state, renaming: action.id }
    case 'undo': {
      const step = history.past.at(-1)
      return step ? goTo(state, undo(history), t('SaidUndone', { said: step.description })) : state
    }
    case 'redo': {
      const step = history.future.at(-1)
      return step ? goTo(state, redo(history), t('SaidRedone', { said: step.description })) : state
    }
    case 'saved':
      return { ...state, saved: withUse(action.sent, state.saved), etag: action.etag, conflict: null }
    case 'useChanged':
      return { ...state, saved: withUse(state.saved, action.current) }
    case 'conflict':
      return { ...state, conflict: action.version }
    case 'takeOther':
      return apply(adopt(state, action.version), { design: action.version.saved, message: t('SaidTheirs'), chosen: null })
    case 'keepOwn':
      return adopt(state, action.version)
    default:
      return apply(state, resultOf(state, action, makeId))
  }
}

/** `chosen`: what is chosen afterwards, when it changes. */
type Edited = { readonly design: Design; readonly message: Message; readonly chosen?: Chosen | null }
/** An edited design, only a message, or null when there is nothing to edit. */
type Result = Edited | { readonly message: Message; readonly isRefusal: boolean } | null
const refused = (message: Message) => ({ message, isRefusal: true })

function apply(state: DesignerState, result: Result): DesignerState {
  if (result === null) return state
  if (!('design' in result)) return announce(state, result.message, result.isRefusal)
  const { design, message, chosen = state.chosen } = result
  const history = record(state.history, design, message.text)
  if (history === state.history) return state
  return announce({ ...state, history, chosen: ifPresent(design, chosen) }, message)
}

const announce = (state: DesignerState, { text }: Message, isRefusal = false): DesignerState => ({
  ...state,
  announcement: { number: state.announcement.number + 1, text, isRefusal },
})

const adopt = (state: DesignerState, { saved, etag }: Version): DesignerState => ({ ...state, saved, etag, conflict: null })

const goTo = (state: DesignerState, history: History<Design>, message: Message): DesignerState =>
  announce({ ...state, history, chosen: ifPresent(history.present, state.chosen), renaming: null }, message)

function ifPresent(design: Design, chosen: Chosen | null): Chosen | null {
  if (chosen?.kind === 'column') return columnOf(design, chosen.id) ? chosen : null
  return chosen && placeOf(design, chosen.id) ? chosen : null
}

const columnOf = (design: Design, id: string | undefined) => design.find((column) => column.id === id)
const chosenPlace = ({ history, chosen }: DesignerState) =>
  chosen?.kind === 'locker' ? placeOf(history.present, chosen.id) : undefined
/** The column of what is chosen, else the last. */
function currentColumn(state: DesignerState) {
  const design = state.history.present
  return chosenPlace(state)?.column ?? columnOf(design, state.chosen?.id) ?? design.at(-1)
}

function resultOf(state: DesignerState, action: Edit, makeId: () => string): Result {
  const design = state.history.present
  switch (action.type) {
    case 'addColumn': {
      const whyNot = whyNotAddColumn(design)
      if (whyNot) return refused(whyNot)
      const next = edits.addColumn(design, makeId)
      const { id, name } = next.at(-1)!
      return { design: next, message: t('SaidColumnAdded', { name }), chosen: { kind: 'column', id } }
    }
    case 'addTemplate':
      return templateAdded(design, action.template, makeId)
    case 'duplicateColumn': {
      const column = currentColumn(state)
      if (!column) return null
      const whyNot = whyNotAddColumn(design) ?? whyNotAddLocker(design, column.lockers.length)
      if (whyNot) return refused(whyNot)
      const next = edits.duplicateColumn(design, column.id, makeId)
      const copy = next[next.findIndex(({ id }) => id === column.id) + 1]!
      return { design: next, message: t('SaidDuplicated', { from: column.name, name: copy.name }) }
    }
    case 'addLocker':
      return lockerAdded(state, action, makeId)
    case 'removeColumn':
    case 'moveColumn':
    case 'renameColumn':
      return columnEdited(state, action)
    default:
      return lockerEdited(state, action)
  }
}

function templateAdded(design: Design, template: Template, makeId: () => string): Result {
  const whyNot =
    whyNotAddColumn(design, template.columns) ?? (design.length ? whyNotAddLocker(design, doorCount(template)) : null)
  if (whyNot) return refused(whyNot)
  const next = addTemplate(design, template, makeId)
  const message = t('SaidTemplate', { words: templateText(template), count: template.columns })
  return next && { design: next, message }
}

function lockerAdded(
  state: DesignerState,
  { lockerType: type, columnId }: Edit & { type: 'addLocker' },
  makeId: () => string,
): Result {
  const design = state.history.present
  const column = columnId === undefined ? currentColumn(state) : columnOf(design, columnId)
  if (!column) return null
  const whyNot = type === 'terminal' ? whyNotAddTerminal(design) : whyNotAddLocker(design)
  if (whyNot) return refused(whyNot)
  const below = columnId === undefined ? chosenPlace(state)?.locker.id : undefined
  const next = edits.addLocker(design, { columnId: column.id, below, type }, makeId)
  const known = new Set(lockersOf(design).map(({ id }) => id))
  const { id, lockerName: name } = lockersOf(next).find((locker) => !known.has(locker.id))!
  return { design: next, message: t('SaidAdded', { name, column: column.name }), chosen: { kind: 'locker', id } }
}

function columnEdited(state: DesignerState, action: Edit & { type: 'removeColumn' | 'moveColumn' | 'renameColumn' }): Result {
  const design = state.history.present
  const { id } = action
  const column = columnOf(design, id)
  if (!column) return null
  if (action.type === 'removeColumn') {
    const whyNot = whyNotRemoveWhole(column, state.saved)
    if (whyNot) return refused(whyNot)
    return { design: edits.removeColumn(design, id), message: t('SaidRemoved', { name: column.name }), chosen: null }
  }
  if (action.type === 'moveColumn') {
    const next = edits.moveColumn(design, id, action.by)
    const place = next.findIndex((one) => one.id === id) + 1
    return { design: next, message: t('SaidColumnMoved', { name: column.name, place, count: next.length }) }
  }
  const name = action.name.trim()
  const whyNot = whyNotRenameColumn(name, design, id)
  if (whyNot) return refused(whyNot)
  return { design: edits.renameColumn(design, id, name), message: t('SaidRenamed', { from: column.name, name }) }
}

function lockerEdited(
  state: DesignerState,
  action: Edit & { type: 'removeLocker' | 'renameLocker' | 'changeLocker' | 'moveLocker' },
): Result {
  const design = state.history.present
  const place = action.id === undefined ? chosenPlace(state) : placeOf(design, action.id)
  if (!place) return null
  const { column, locker, at } = place
  const { id, lockerName } = locker
  switch (action.type) {
    case 'removeLocker': {
      const whyNot = whyNotRemove(locker, state.saved)
      if (whyNot) return refused(whyNot)
      // The next door is chosen, so that Delete can be pressed again.
      const next = column.lockers[at + 1] ?? column.lockers[at - 1]
      const chosen: Chosen = next ? { kind: 'locker', id: next.id } : { kind: 'column', id: column.id }
      return { design: edits.removeLocker(design, id), message: t('SaidRemoved', { name: lockerName }), chosen }
    }
    case 'renameLocker': {
      const name = action.name.trim()
      const others = lockersOf(design).filter((other) => other.id !== id)
      const whyNot = whyNotRename(name, others)
      if (whyNot) return refused(whyNot)
      return {
        design: edits.changeLocker(design, id, { lockerName: name }),
        message: t('SaidRenamed', { from: lockerName, name }),
      }
    }
    case 'changeLocker': {
      const whyNot = whyNotChange(locker, action.change, hasTerminal(design), state.saved)
      if (whyNot) return refused(whyNot)
      return { design: edits.changeLocker(design, id, action.change), message: t('SaidChanged', { name: lockerName }) }
    }
    case 'moveLocker': {
      const next = action.target ? edits.moveLocker(design, id, action.target) : design
      if (next === design) return { message: t('SaidCannotMove', { name: lockerName }), isRefusal: false }
      const now = placeOf(next, id)!
      const where = { column: now.column.name, place: now.at + 1, count: now.column.lockers.length }
      return { design: next, message: t('SaidMoved', { name: lockerName, ...where }), chosen: { kind: 'locker', id } }
    }
  }
}
