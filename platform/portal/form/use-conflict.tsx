import { type ReactNode, useState } from 'react'
import { CallError } from '../api/call-error.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { type FieldConflict, mergeDraft } from './merge-draft.ts'
import type { Draft, DraftSchema } from './use-draft.ts'

const ConflictPanel = lazyComponent(() => import('./ConflictPanel.tsx'))

type Name<S extends DraftSchema> = keyof Draft<S>['values'] & string
type Options<S extends DraftSchema> = {
  /** The code of the server's refusal (409). */
  readonly code: string
  /** Reads the record as it is now: its values, and texts of those that are ids. */
  readonly read: () => Promise<{ values: Draft<S>['values']; texts: Readonly<Partial<Record<Name<S>, string>>> }>
  /** The fields that are shown; `text` of a value that is not shown as it is. */
  readonly fields: readonly { name: Name<S>; label: string; text?: (value: string) => string }[]
}

/**
 * For the form of a record that somebody else may change at the same time: a save that is refused for that reason keeps what was typed,
 * takes the rest over, and shows which fields the other person changed. `guard` wraps the save, `panel` stands above the fields.
 */
export function useConflict<S extends DraftSchema>(draft: Draft<S>, { code, read, fields }: Options<S>) {
  const [conflict, setConflict] = useState<{ rows: readonly FieldConflict[]; theirs: Draft<S>['values'] } | null>(null)
  const { form } = draft
  /** As the form shows it: of a choice its name. */
  const shown = (name: Name<S>) => {
    const node = form.getInputNode(name as never)
    return node instanceof HTMLInputElement ? node.value : String(form.getValues()[name] ?? '')
  }
  const rebase = async () => {
    const { values: theirs, texts } = await read()
    const { values, changed } = mergeDraft(form.getInitialValues(), form.getValues(), theirs)
    const rows = fields.flatMap(({ name, label, text = String }): FieldConflict[] => {
      const change = changed.find((one) => one.name === name)
      if (!change) return []
      const textOf = (value: unknown) => (value ? text(String(value)) : '')
      const yours = text === String ? shown(name) : textOf(form.getValues()[name])
      return [{ name, label, theirs: texts[name] ?? textOf(theirs[name]), yours: change.isMine ? yours : null }]
    })
    form.setInitialValues(theirs)
    form.setValues(values)
    form.resetDirty(theirs)
    setConflict({ rows, theirs })
  }
  const guard =
    <Args extends unknown[], Reply>(save: (...args: Args) => Promise<Reply>) =>
    async (...args: Args): Promise<Reply> => {
      try {
        const reply = await save(...args)
        setConflict(null)
        return reply
      } catch (error) {
        if (error instanceof CallError && error.code === code) await rebase()
        throw error
      }
    }
  const take = (name: string) => {
    if (!conflict) return
    draft.set({ [name]: conflict.theirs[name] } as never)
    setConflict({ ...conflict, rows: conflict.rows.map((row) => (row.name === name ? { ...row, yours: null } : row)) })
  }
  const panel: ReactNode = conflict && <ConflictPanel rows={conflict.rows} onTake={take} />
  return { guard, panel }
}
