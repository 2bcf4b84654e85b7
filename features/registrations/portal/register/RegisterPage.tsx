import { Button, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { wordsOf } from '#platform/portal/api/call-error.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { t } from '../../messages.ts'
import { CONFIRMATION_MS } from '../../rules.ts'
import { askTicket, type Ticket } from './ticket.ts'
import { useAsked } from './use-answer.ts'

export type TicketState = {
  readonly ticket: Ticket
  /** It has ended: the form is disabled. */
  readonly isExpired: boolean
  readonly expire: () => void
}
type Props = {
  /** The organisation's system name, as the address has it. */
  organisation: string
  title: (organisation: string) => string
  children: (state: TicketState) => ReactNode
}

const reload = () => window.location.reload()

/** What the two public forms share: a ticket, its end, and the page when there is none (spec 2 §2, §4). */
export function RegisterPage({ organisation, title, children }: Props) {
  const { data: ticket, error } = useAsked(organisation, () => askTicket(organisation))
  const [isExpired, setExpired] = useState(false)
  const expire = () => setExpired(true)
  useEffect(() => {
    if (!ticket) return
    const timer = setTimeout(() => setExpired(true), Math.max(0, ticket.endsAt - Date.now()))
    return () => clearTimeout(timer)
  }, [ticket])
  useEffect(() => {
    if (error) toast.error(reasonOf(error), { title: t('MsgSelfRegisterLoadFailed').text })
  }, [error])

  return (
    <Paper p={24} withBorder>
      {ticket ? (
        <>
          <Title order={1} mb={16}>
            {title(ticket.organisationName)}
          </Title>
          {children({ ticket, isExpired, expire })}
        </>
      ) : error ? (
        <Stack align="flex-start" role="alert">
          <Title order={1}>{t('MsgSelfRegisterLoadFailed').text}</Title>
          <Text>{reasonOf(error)}</Text>
          <Button variant="default" onClick={reload}>
            {t('ButtonRefresh').text}
          </Button>
        </Stack>
      ) : (
        <Stack align="center" aria-busy>
          <Loader aria-label={t('HelpLoading').text} />
        </Stack>
      )}
    </Paper>
  )
}

const reasonOf = (error: Error): string => wordsOf(error).message || t('MsgFormLoadFailed').text

/** In place of the form once its ticket has ended. */
export function Expired({ keep }: { keep: () => void }) {
  const refresh = () => {
    keep()
    reload()
  }
  return (
    <Stack align="flex-start" gap={8} role="alert">
      <Text>{t('HelpExpired').text}</Text>
      <Button onClick={refresh}>{t('ButtonRefresh').text}</Button>
    </Stack>
  )
}

/** What a person is told once the form is sent; the page is loaded anew by itself (spec 2 §9). */
export function Confirmation({ message }: { message: string }) {
  useEffect(() => {
    const timer = setTimeout(reload, CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack role="status" gap={8}>
      <Title order={2} tabIndex={-1} ref={(heading) => heading?.focus()}>
        {t('TitleRegistered').text}
      </Title>
      <Text>{message}</Text>
      <Text c="dimmed" size="sm">
        {t('HelpTakesMoment').text}
      </Text>
    </Stack>
  )
}
