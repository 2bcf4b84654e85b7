import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import type { z } from 'zod'
import { listText } from '#platform/define-messages.ts'
import { t as sayCommon } from '#platform/messages.ts'
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
import type { keptDraft } from './stored-draft.ts'

type Props<S extends DraftSchema> = {
  title: string
  draft: Draft<S>
  state: TicketState
  kept: ReturnType<typeof keptDraft>
  /** Sends the form with the captcha's answer and the id of what becomes of it. */
  send: (values: Draft<S>['values'], sending: { Id: string; ReCaptchaToken: string }) => Promise<{ Message: string }>
  children: ReactNode
}

/**
 * A public form: Register looks and counts as disabled while something is missing, and pressed it says what (spec 2 §5). A
 * program is told from a person when it is sent; a ticket that has ended disables it.
 */
export function RegisterForm<S extends DraftSchema>({ title, draft, state, kept, send, children }: Props<S>) {
  const { form } = draft
  const { ticket, isExpired, expire } = state
  const [doing, setDoing] = useState<'nothing' | 'proving' | 'sending'>('nothing')
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
      return toast.error(String(first[1]), { title: sayCommon('MsgFormInvalid').text })
    }
    setDoing('proving')
    try {
      const ReCaptchaToken = await answerCaptcha(ticket.bearer).catch(captchaFailed)
      setDoing('sending')
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
      setDoing('nothing')
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
        <Expired keep={() => kept.keep(form.getValues())} />
      ) : (
        <Stack gap={8}>
          <Button
            type="submit"
            fullWidth
            loading={doing !== 'nothing'}
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
            {doing === 'proving' ? t('HelpProving').text : t('HelpRobots').text}
          </Text>
        </Stack>
      )}
    </form>
  )
}

/** The fields that are empty or refused, as the form calls them; '' for none. */
function missingOf<S extends DraftSchema>({ schema, values }: Draft<S>): string {
  const names = Object.entries(schema.shape).filter(([name, field]) => !(field as z.ZodType).safeParse(values[name]).success)
  return listText(names.map(([name]) => labelOf(name as Field)))
}

/** What the server says of it stays its word; what went wrong in the browser has the spec's (spec 2 §8). */
function captchaFailed(error: unknown): never {
  if (error instanceof CallError) throw error
  console.error(error)
  const { code, text } = t('MsgCaptchaFailed')
  throw new CallError(422, { title: '', message: text, code })
}
