import { type RefObject, type SyntheticEvent, useState } from 'react'
import type { Entity } from '#platform/entity.ts'
import { newId } from '#platform/ids.ts'
import { t as tCommon } from '#platform/messages.ts'
import { fillPath } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'
import { isChangedElsewhere } from '../api/changed-elsewhere.ts'
import { type AnyOperation, useRefresh } from '../api/queries.ts'
import { toast, type Undo } from '../feedback/toast.tsx'
import { useAttempt } from '../feedback/use-attempt.ts'
import { t } from '../messages.ts'
import { leftAddress, useGo } from '../navigation/links.tsx'
import { useRecordFrame, useUnsavedMark } from '../record/record-context.ts'
import type { RecordHistory } from '../record/record-history.ts'
import { useMay } from '../session/viewer.tsx'
import { type Draft, type DraftSchema, inputOf } from './use-draft.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

/** The kind of record that a form creates. */
export type Creation = {
  readonly entity: Entity
  /** The next step for the created record, which the notice offers. */
  readonly next?: (id: string) => { readonly path: string; readonly text: string }
}

/** How a form is saved. */
export type FormSaveProps<S extends DraftSchema> = {
  draft: Draft<S>
  /** For a form that creates a record, which can be saved without a change; the form of a saved record otherwise. */
  creates?: Creation
  /** Errors by field that take a while to find; they are shown together with those of the schema. */
  checks?: (values: Draft<S>['values']) => Promise<Readonly<Record<string, string>>>
  /** Asks before a valid form is saved; false keeps it as it is. */
  confirms?: (intent: string) => Promise<boolean>
  /** Saves; its Message becomes the notice, with `undo` to take it back. */
  onSave: (values: Draft<S>['values'], how: Save) => Promise<{ Message: string; Id?: string; undo?: Undo } | undefined>
  /** The form's name of a field that a save was refused for, where the request has another. */
  fieldOf?: (name: string) => string
  /** The history of the saved record, if the form's changes are recorded in one. */
  history?: RecordHistory
  /** Operations whose replies the save invalidates; the form's record is among them. */
  refreshes: readonly AnyOperation[]
  /** What else reads the record again when somebody else has changed it; reading it is not part of every save. */
  rereads?: readonly AnyOperation[]
  /** Values of a saved form that are not kept in it, such as an empty PIN. */
  clears?: Partial<Draft<S>['values']>
  /** Title of the toast when the input is invalid; 'Form is invalid' by default. */
  invalidTitle?: string
  /** Title of the toast when the save is refused. */
  failureTitle?: string
  /** A save of the saved record returns to the list, where the specification says so, instead of staying on the record. */
  returns?: boolean
}
type Save = {
  readonly idempotencyKey: string
  /** The value of the submit button that was pressed; '' for Save. */
  readonly intent: string
  /** An id for the created record, the same until it is saved. */
  readonly newId: string
}

/** The submit button that keeps the screen for a further record. */
export const ANOTHER = 'another'

type Options = {
  readonly element: RefObject<HTMLFormElement | null>
  readonly readOnly: boolean
  /** Nothing is saved at present. */
  readonly isStopped: boolean
}

/** Saves a form: checks it, sends it, shows refusals at their fields and what somebody else has changed meanwhile (spec 1 §5). */
export function useFormSave<S extends DraftSchema>(props: FormSaveProps<S>, { element, readOnly, isStopped }: Options) {
  const { draft, creates } = props
  const { form } = draft
  const { list } = useRecordFrame()
  const refresh = useRefresh()
  const { isUnderWay, attempt } = useAttempt()
  const dirty = form.isDirty()
  const isUnsaved = dirty && !readOnly
  const guard = useUnsavedGuard(isUnsaved)
  useUnsavedMark(isUnsaved)
  const keys = useIdempotencyKey()
  const [idOfNew, setIdOfNew] = useState(newId)
  /** The value of the submit button that was pressed last. */
  const [pressed, setPressed] = useState('')
  const settle = useSettle(props, { element, guard, onAnother: () => setIdOfNew(newId()) })

  const focus = (field: string) => inputOf(element.current, field)?.focus()
  const notice = (message: string, next?: { path: string; text: string }, undo?: Undo) => {
    const { path, text } = next ?? { path: leftAddress(list.path), text: t('RecordBackTo', { list: list.title }).text }
    toast.success(message, { ...(!props.returns && { link: { href: `#${path}`, text } }), undo })
  }

  const save = async (intent: string) => {
    if (!creates && !dirty && !intent) {
      toast.info(tCommon('MsgFormUnchanged').text)
      return settle.leave()
    }
    const checked = (await props.checks?.(form.getValues())) ?? {}
    const errors = { ...(await form.validate()).errors, ...checked }
    form.setErrors(errors)
    const [first] = Object.entries(errors)
    if (first) {
      focus(first[0])
      return toast.error(String(first[1]), { title: props.invalidTitle ?? tCommon('MsgFormInvalid').text })
    }
    if (props.confirms && !(await props.confirms(intent))) return undefined
    try {
      const isAnother = intent === ANOTHER
      const what = isAnother ? '' : intent
      const sent = form.getValues()
      const reply = await props.onSave(sent, { idempotencyKey: keys.for(sent, what), intent: what, newId: idOfNew })
      if (reply) notice(reply.Message, reply.Id ? creates?.next?.(reply.Id) : undefined, reply.undo)
      keys.renew()
      await settle.after(sent, reply?.Id, isAnother)
      return undefined
    } catch (error) {
      if (error instanceof CallError && !error.mayHaveBeenDone) keys.renew()
      if (error instanceof CallError && error.field) {
        const { fieldOf = (name: string) => name } = props
        const errors = Object.fromEntries(Object.entries(error.errors).map(([name, reason]) => [fieldOf(name), reason]))
        form.setErrors((before) => ({ ...before, ...errors }))
        focus(fieldOf(error.field))
      }
      if (isChangedElsewhere(error)) {
        draft.expectTheirs()
        // The panel shows and announces it.
        await refresh([...props.refreshes, ...(props.rereads ?? [])])
        // After the record has been shown.
        await new Promise((resolve) => setTimeout(resolve))
        if (!draft.isExpectingTheirs()) return undefined
      }
      return toast.failure(error, props.failureTitle)
    }
  }

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const intent = submitter instanceof HTMLButtonElement ? submitter.value : ''
    if (readOnly || isStopped) return
    setPressed(intent)
    void attempt(() => guard.during(() => save(intent)))
  }
  return { isUnsaved, isUnderWay, pressed, submit }
}

type Settling = {
  readonly element: Options['element']
  readonly guard: ReturnType<typeof useUnsavedGuard>
  /** The form is empty for a further record. */
  readonly onAnother: () => void
}

/** Where a form goes after a save. */
function useSettle<S extends DraftSchema>(props: FormSaveProps<S>, { element, guard, onAnother }: Settling) {
  const { draft, creates, history } = props
  const { form } = draft
  const { list } = useRecordFrame()
  const go = useGo()
  const refresh = useRefresh()
  const mayOpen = useMay(...(creates ? [creates.entity.edit] : []))

  const leave = (): undefined => {
    if (guard.lift()) go(list.path, { asLeft: true })
  }

  /** After a save: the next empty form, the created record, or the same form without unsaved changes. */
  const after = async (sent: Draft<S>['values'], Id: string | undefined, isAnother: boolean) => {
    draft.endConflict()
    const readAgain = () => {
      // Input that was typed during the save is still unsaved.
      guard.note(form.isDirty())
      return refresh([...props.refreshes, ...(history ? [history.operation] : [])])
    }
    if (isAnother) {
      form.reset()
      onAnother()
      await readAgain()
    } else {
      if (props.clears) draft.set(props.clears as Partial<typeof sent>)
      await draft.keepSaved({ ...sent, ...props.clears }, readAgain)
    }
    if (props.returns) leave()
    else if (isAnother) element.current?.querySelector<HTMLElement>('input, textarea')?.focus()
    else if (creates && !(mayOpen && Id)) leave()
    else if (creates && guard.lift())
      go(fillPath(creates.entity.editPath, { [creates.entity.param]: Id as string }), { replace: true })
  }
  return { leave, after }
}
