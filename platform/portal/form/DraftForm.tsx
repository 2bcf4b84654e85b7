import { Button, Title } from '@mantine/core'
import type { ReactNode, SyntheticEvent } from 'react'
import { t as tCommon } from '#platform/messages.ts'
import { CallError } from '../api/call-error.ts'
import { type AnyOperation, useRefresh } from '../api/queries.ts'
import { toast } from '../feedback/toast.tsx'
import { useAttempt } from '../feedback/use-attempt.ts'
import { t } from '../messages.ts'
import { useGo } from '../navigation/links.tsx'
import classes from './form.module.css'
import type { Draft, DraftSchema } from './use-draft.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

type Props<S extends DraftSchema> = {
  title: string
  draft: Draft<S>
  /** A new record, which can be saved without a change. */
  isNew: boolean
  /** The list to go to after a save and on Cancel. */
  back: string
  /** Saves; its Message becomes the toast. `intent` is the value of the submit button that was pressed. */
  onSave: (
    values: Draft<S>['values'],
    how: { idempotencyKey: string; intent: string },
  ) => Promise<{ Message: string } | undefined>
  /** Operations whose replies the save invalidates. */
  refreshes: readonly AnyOperation[]
  /** Title of the toast when the input is invalid; 'Form is invalid' by default. */
  invalidTitle?: string
  /** Title of the toast when the save is refused. */
  failureTitle?: string
  /** Further buttons of the bar; a submit button's value arrives as `intent`. */
  buttons?: ReactNode
  /** No Save: the user may view but not change. */
  readOnly?: boolean
  /** Disables the fields and the buttons that send them, and is shown above these, for instance after an error. */
  stopped?: ReactNode
  children: ReactNode
}

/**
 * A form of the portal: one column, a sticky bar, the first invalid field focused, server refusals shown at their field, no input
 * lost (spec 1 §5).
 */
export function DraftForm<S extends DraftSchema>(props: Props<S>) {
  const { draft, isNew, back, readOnly = false, stopped } = props
  const { form } = draft
  const go = useGo()
  const refresh = useRefresh()
  const { isUnderWay, attempt } = useAttempt()
  const dirty = form.isDirty()
  const guard = useUnsavedGuard(dirty && !readOnly)
  const keys = useIdempotencyKey()

  const leave = (): undefined => {
    if (guard.lift()) go(back, { asLeft: true })
  }
  const focus = (name: string) => form.getInputNode(name as never)?.focus()

  const save = async (intent: string) => {
    if (!isNew && !dirty && !intent) {
      toast.info(tCommon('MsgFormUnchanged').text)
      return leave()
    }
    const { errors } = await form.validate()
    const [first] = Object.entries(errors)
    if (first) {
      focus(first[0])
      return toast.error(String(first[1]), { title: props.invalidTitle ?? tCommon('MsgFormInvalid').text })
    }
    try {
      const reply = await props.onSave(form.getValues(), { idempotencyKey: keys.for(form.getValues(), intent), intent })
      if (reply) toast.success(reply.Message)
      await refresh(props.refreshes)
      form.resetDirty()
      return leave()
    } catch (error) {
      if (error instanceof CallError && !error.mayHaveBeenDone) keys.renew()
      if (error instanceof CallError && error.field) {
        form.setFieldError(error.field as never, error.message)
        focus(error.field)
      }
      return toast.failure(error, props.failureTitle)
    }
  }

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const intent = submitter instanceof HTMLButtonElement ? submitter.value : ''
    if (!readOnly && !stopped) void attempt(() => guard.during(() => save(intent)))
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={props.title}>
      <Title order={1}>{props.title}</Title>
      <fieldset className={classes.fields} disabled={readOnly || Boolean(stopped)}>
        {props.children}
      </fieldset>
      {stopped}
      <div className={classes.bar}>
        {!readOnly && (
          <fieldset className={classes.buttons} disabled={Boolean(stopped)}>
            <Button type="submit" loading={isUnderWay}>
              {t('WordSave').text}
            </Button>
            {props.buttons}
          </fieldset>
        )}
        <Button variant="default" onClick={() => go(back, { asLeft: true })}>
          {t('WordCancel').text}
        </Button>
        <span className={classes.unsaved} role="status">
          {dirty && !readOnly ? t('FormUnsaved').text : ''}
        </span>
      </div>
    </form>
  )
}

/** A heading with its fields. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <Title order={2}>{title}</Title>
      {children}
    </section>
  )
}
