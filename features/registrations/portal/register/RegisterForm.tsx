import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useState } from 'react'
import type { z } from 'zod'
import { listText } from '#platform/define-messages.ts'
import { t as tCommon } from '#platform/messages.ts'
import { CallError, textsOf } from '#platform/portal/api/call-error.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { DOUBLE_CLICK_MS, useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import type { Draft, DraftSchema } from '#platform/portal/form/use-draft.ts'
import { useIdempotencyKey } from '#platform/portal/form/use-idempotency-key.ts'
import { t } from '../../messages.ts'
import { type Field, labelOf } from '../fields/labels.ts'
import classes from '../register.module.css'
import { StoppedForm } from '../StoppedForm.tsx'
import { answerCaptcha } from './captcha.ts'
import { Confirmation, loadFailureOf, reload, showLoadFailure, type TicketState } from './RegisterPage.tsx'
import type { storedDraft } from './stored-draft.ts'
import type { Answer } from './use-answer.ts'

type Props<S extends DraftSchema> = {
  title: string
  draft: Draft<S>
  state: TicketState
  stored: ReturnType<typeof storedDraft>
  /** What the form offers; without it the form is not loaded. */
  choices: readonly Answer<unknown>[]
  /** Sends the form with the captcha's answer and the id of the new registration. */
  send: (values: Draft<S>['values'], sending: { Id: string; ReCaptchaToken: string }) => Promise<{ Message: string }>
  children: ReactNode
}

/**
 * A public form. Register appears disabled while a field is missing, and pressing it names the field (spec 2 §5). The captcha
 * runs on submit; from the press on no field can be changed. An expired ticket and any error disable the form until Refresh, which keeps the input (spec 2 §4).
 */
export function RegisterForm<S extends DraftSchema>({ title, draft, state, stored, choices, send, children }: Props<S>) {
  const { form } = draft
  const { ticket, expire, refresh } = state
  const [phase, setPhase] = useState<'idle' | 'proving' | 'sending'>('idle')
  /** Whether Register was pressed a moment ago: the second tap of a double tap may land on a field that has moved there. */
  const [isPressed, setPressed] = useState(false)
  const [message, setMessage] = useState<string>()
  /** Why the form was not submitted. */
  const [failure, setFailure] = useState<string>()
  const loadError = choices.find(({ error }) => error)?.error
  const isExpired = state.isExpired || isUnauthenticated(loadError)
  useEffect(() => {
    if (loadError) showLoadFailure(loadError)
  }, [loadError])
  const stop = isExpired
    ? { help: t('HelpExpired').text, refresh: () => restart(stored, form.getValues()) }
    : loadError
      ? { title: t('MsgSelfRegisterLoadFailed').text, reason: loadFailureOf(loadError), help: t('HelpRefresh').text, refresh }
      : failure !== undefined
        ? { reason: failure, help: t('HelpRefresh').text, refresh: () => [setFailure(undefined), refresh()] }
        : undefined
  const { attempt } = useAttempt()
  const ids = useIdempotencyKey()
  const hint = useId()
  const focus = (name: string) => form.getInputNode(name as never)?.focus()

  const register = async () => {
    const { errors } = await form.validate()
    const [first] = Object.entries(errors)
    if (first) {
      focus(first[0])
      return toast.error(String(first[1]), { title: tCommon('MsgFormInvalid').text })
    }
    setPhase('proving')
    try {
      const ReCaptchaToken = await answerCaptcha(ticket.bearer)
      setPhase('sending')
      const values = form.getValues()
      const reply = await send(values, { Id: ids.for(values, 'register'), ReCaptchaToken })
      setMessage(reply.Message)
    } catch (error) {
      if (isUnauthenticated(error)) {
        expire()
        return
      }
      if (error instanceof CallError) form.setErrors((before) => ({ ...before, ...error.errors }))
      const { message, title } = textsOf(error, undefined, t('MsgCaptchaFailed').text)
      setFailure(message)
      return toast.error(message, { title })
    } finally {
      setPhase('idle')
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setPressed(true)
    setTimeout(() => setPressed(false), DOUBLE_CLICK_MS)
    if (!stop) void attempt(register)
  }

  if (message !== undefined) return <Confirmation message={message} />
  const isBlocked = stop !== undefined || !form.isValid()
  // A form that nobody has touched is not reproached.
  const missing = stop || !form.isDirty() ? '' : missingOf(draft)
  return (
    <form onSubmit={submit} noValidate aria-label={title}>
      <fieldset className={classes.fields} data-locked={isPressed || undefined} disabled={stop !== undefined || phase !== 'idle'}>
        <Stack gap={16}>{children}</Stack>
      </fieldset>
      <Stack gap={8}>
        <Button
          type="submit"
          fullWidth
          loading={phase !== 'idle'}
          disabled={stop !== undefined}
          data-disabled={isBlocked || undefined}
          aria-disabled={isBlocked || undefined}
          aria-describedby={missing ? hint : undefined}
        >
          {t('ButtonSubmit').text}
        </Button>
        {stop ? (
          <StoppedForm {...stop} />
        ) : (
          <>
            {missing && (
              <Text size="sm" id={hint}>
                {t('HelpMissing', { fields: missing }).text}
              </Text>
            )}
            <Text size="sm" c="dimmed" role="status">
              {phase === 'proving' ? t('HelpProving').text : t('HelpRobots').text}
            </Text>
          </>
        )}
      </Stack>
    </form>
  )
}

const isUnauthenticated = (error: unknown) => error instanceof CallError && error.status === 401

/** Gets another ticket; the reloaded form starts with the stored values. */
function restart(stored: Props<DraftSchema>['stored'], values: Record<string, unknown>) {
  stored.write(values)
  reload()
}

/** The labels of empty or invalid fields; '' for none. */
function missingOf<S extends DraftSchema>({ schema, values }: Draft<S>): string {
  const names = Object.entries(schema.shape).filter(([name, field]) => !(field as z.ZodType).safeParse(values[name]).success)
  return listText(names.map(([name]) => labelOf(name as Field)))
}
