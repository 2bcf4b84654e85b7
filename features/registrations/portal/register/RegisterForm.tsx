import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import type { z } from 'zod'
import { listText } from '#platform/define-messages.ts'
import { t as tCommon } from '#platform/messages.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import type { Draft, DraftSchema } from '#platform/portal/form/use-draft.ts'
import { useIdempotencyKey } from '#platform/portal/form/use-idempotency-key.ts'
import { t } from '../../messages.ts'
import { type Field, labelOf } from '../fields/labels.ts'
import classes from '../register.module.css'
import { answerCaptcha } from './captcha.ts'
import { Confirmation, Expired, type TicketState } from './RegisterPage.tsx'
import type { storedDraft } from './stored-draft.ts'

type Props<S extends DraftSchema> = {
  title: string
  draft: Draft<S>
  state: TicketState
  stored: ReturnType<typeof storedDraft>
  /** Sends the form with the captcha's answer and the id of the new registration. */
  send: (values: Draft<S>['values'], sending: { Id: string; ReCaptchaToken: string }) => Promise<{ Message: string }>
  children: ReactNode
}

/**
 * A public form. Register appears disabled while a field is missing, and pressing it names the field (spec 2 §5). The captcha
 * runs on submit; an expired ticket disables the form.
 */
export function RegisterForm<S extends DraftSchema>({ title, draft, state, stored, send, children }: Props<S>) {
  const { form } = draft
  const { ticket, isExpired, expire } = state
  const [phase, setPhase] = useState<'idle' | 'proving' | 'sending'>('idle')
  const [message, setMessage] = useState<string>()
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
      if (error instanceof CallError && error.status === 401) {
        expire()
        return
      }
      if (error instanceof CallError && error.field) {
        form.setFieldError(error.field as never, error.message)
        focus(error.field)
      }
      return toast.failure(error)
    } finally {
      setPhase('idle')
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isExpired) void attempt(register)
  }

  if (message !== undefined) return <Confirmation message={message} />
  const isBlocked = isExpired || !form.isValid()
  const missing = missingOf(draft)
  return (
    <form onSubmit={submit} noValidate aria-label={title}>
      <fieldset className={classes.fields} disabled={isExpired}>
        <Stack gap={16}>{children}</Stack>
      </fieldset>
      {isExpired ? (
        <Expired storeDraft={() => stored.write(form.getValues())} />
      ) : (
        <Stack gap={8}>
          <Button
            type="submit"
            fullWidth
            loading={phase !== 'idle'}
            data-disabled={isBlocked || undefined}
            aria-disabled={isBlocked || undefined}
            aria-describedby={missing ? hint : undefined}
          >
            {t('ButtonSubmit').text}
          </Button>
          {missing && (
            <Text size="sm" id={hint}>
              {t('HelpMissing', { fields: missing }).text}
            </Text>
          )}
          <Text size="sm" c="dimmed" role="status">
            {phase === 'proving' ? t('HelpProving').text : t('HelpRobots').text}
          </Text>
        </Stack>
      )}
    </form>
  )
}

/** The labels of empty or invalid fields; '' for none. */
function missingOf<S extends DraftSchema>({ schema, values }: Draft<S>): string {
  const names = Object.entries(schema.shape).filter(([name, field]) => !(field as z.ZodType).safeParse(values[name]).success)
  return listText(names.map(([name]) => labelOf(name as Field)))
}
