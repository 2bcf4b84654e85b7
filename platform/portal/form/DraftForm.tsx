import { Button, type ButtonProps, Title } from '@mantine/core'
import { createContext, type MouseEvent, type ReactNode, type SyntheticEvent, useContext, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Entity } from '#platform/entity.ts'
import { newId } from '#platform/ids.ts'
import { t as tCommon } from '#platform/messages.ts'
import { fillPath } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'
import { isChangedElsewhere } from '../api/changed-elsewhere.ts'
import { useIsConnectionLost } from '../api/connection.ts'
import { type AnyOperation, useRefresh } from '../api/queries.ts'
import { toast, type Undo } from '../feedback/toast.tsx'
import { useAttempt } from '../feedback/use-attempt.ts'
import { t } from '../messages.ts'
import { leftAddress, useGo } from '../navigation/links.tsx'
import { useRecordFrame, useUnsavedMark } from '../record/record-context.ts'
import type { RecordHistory } from '../record/record-history.ts'
import { useMay } from '../session/viewer.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { ChoiceNames, useNewChoiceNames } from './choice-names.ts'
import classes from './form.module.css'
import { type Draft, type DraftSchema, inputOf } from './use-draft.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

const ConflictPanel = lazyComponent(() => import('./ConflictPanel.tsx'))

/** The kind of record that a form creates. */
export type Creation = {
  readonly entity: Entity
  /** The next step for the created record, which the notice offers. */
  readonly next?: (id: string) => { readonly path: string; readonly text: string }
}

type Props<S extends DraftSchema> = {
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
  /** Further buttons of the bar; that of a `SubmitButton` arrives as `intent`. */
  buttons?: ReactNode
  /** The primary button of the bar, the last; Save is then secondary, but stays the first, which Enter presses. */
  primary?: ReactNode
  /** A save of the saved record returns to the list, where the specification says so, instead of staying on the record. */
  returns?: boolean
  /** No Save: the user may view but not change. */
  readOnly?: boolean
  /** Disables the fields and the buttons that send them, and is shown above these, for instance after an error. */
  stopped?: ReactNode
  children: ReactNode
}
type Save = {
  readonly idempotencyKey: string
  /** The value of the submit button that was pressed; '' for Save. */
  readonly intent: string
  /** An id for the created record, the same until it is saved. */
  readonly newId: string
}

/** A press would leave the field, whose error then moves the button away from under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** The submit button that keeps the screen for a further record. */
const ANOTHER = 'another'

/** The id of the form, whose buttons may be outside its element. */
const FormId = createContext('')

/** A button of a form's bar; `intent` is sent with the form. */
export function SubmitButton({ intent, disabled, ...props }: ButtonProps & { intent: string; children: ReactNode }) {
  const isDisabled = useIsConnectionLost() || disabled
  return <Button type="submit" form={useContext(FormId)} value={intent} variant="filled" {...props} disabled={isDisabled} />
}

/**
 * A form in a RecordPage: its sections side by side where there is room, its bar in the record's header or below the fields, always visible; the first invalid field focused, server refusals shown at their field, no
 * input lost (spec 1 §5); what somebody else has changed meanwhile is shown and merged. A save stays on the record, and shows a created one; an unchanged save returns to the list.
 */
export function DraftForm<S extends DraftSchema>(props: Props<S>) {
  const { draft, creates, history, readOnly = false, stopped } = props
  const { form } = draft
  const { list, name, bar } = useRecordFrame()
  const id = useId()
  const go = useGo()
  const refresh = useRefresh()
  const { isUnderWay, attempt } = useAttempt()
  const dirty = form.isDirty()
  const isUnsaved = dirty && !readOnly
  const guard = useUnsavedGuard(isUnsaved)
  useUnsavedMark(isUnsaved)
  const keys = useIdempotencyKey()
  const element = useRef<HTMLFormElement>(null)
  const names = useNewChoiceNames()
  const [idOfNew, setIdOfNew] = useState(newId)
  /** The value of the submit button that was pressed last. */
  const [pressed, setPressed] = useState('')
  const mayOpen = useMay(...(creates ? [creates.entity.edit] : []))

  const leave = (): undefined => {
    if (guard.lift()) go(list.path, { asLeft: true })
  }
  const focus = (field: string) => inputOf(element.current, field)?.focus()
  const notice = (message: string, next?: { path: string; text: string }, undo?: Undo) => {
    const { path, text } = next ?? { path: leftAddress(list.path), text: t('RecordBackTo', { list: list.title }).text }
    toast.success(message, { ...(!props.returns && { link: { href: `#${path}`, text } }), undo })
  }

  /** After a save: the next empty form, the created record, or the same form without unsaved changes. */
  const settle = async (sent: Draft<S>['values'], Id: string | undefined, isAnother: boolean) => {
    keys.renew()
    draft.endConflict()
    const readAgain = () => {
      // Input that was typed during the save is still unsaved.
      guard.note(form.isDirty())
      return refresh([...props.refreshes, ...(history ? [history.operation] : [])])
    }
    if (isAnother) {
      form.reset()
      setIdOfNew(newId())
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

  const save = async (intent: string) => {
    if (!creates && !dirty && !intent) {
      toast.info(tCommon('MsgFormUnchanged').text)
      return leave()
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
      await settle(sent, reply?.Id, isAnother)
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
    if (readOnly || stopped) return
    setPressed(intent)
    void attempt(() => guard.during(() => save(intent)))
  }

  const buttons = (
    <div className={classes.bar} data-in-header={bar ? true : undefined}>
      <span className={classes.unsaved} role="status" data-text={t('FormUnsaved').text}>
        {isUnsaved ? t('FormUnsaved').text : ''}
      </span>
      <Button variant="default" data-cancels onClick={() => go(list.path, { asLeft: true })}>
        {t('WordCancel').text}
      </Button>
      {!readOnly && (
        <fieldset className={classes.buttons} disabled={Boolean(stopped)} onMouseDown={keepFocus}>
          <SubmitButton intent="" loading={isUnderWay && pressed === ''} {...(props.primary && { variant: 'default' })}>
            {t('WordSave').text}
          </SubmitButton>
          {creates && (
            <SubmitButton intent={ANOTHER} variant="default">
              {t('FormSaveAndAdd').text}
            </SubmitButton>
          )}
          {props.buttons}
          {props.primary}
        </fieldset>
      )}
    </div>
  )
  return (
    <form ref={element} id={id} className={classes.form} onSubmit={submit} noValidate aria-label={name}>
      <fieldset className={classes.fields} disabled={readOnly || Boolean(stopped)}>
        <ChoiceNames value={names}>
          {draft.conflict && <ConflictPanel draft={draft as never} conflict={draft.conflict} history={history} />}
          {props.children}
        </ChoiceNames>
      </fieldset>
      {stopped}
      <FormId value={id}>{bar ? createPortal(buttons, bar) : buttons}</FormId>
    </form>
  )
}

/** Sections of a record's tab that has no form, side by side where there is room. */
export const Sections = ({ children }: { children: ReactNode }) => (
  <div className={classes.form}>
    <div className={classes.fields}>{children}</div>
  </div>
)

/** A card: a heading with its fields. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <Title order={2}>{title}</Title>
      {children}
    </section>
  )
}
