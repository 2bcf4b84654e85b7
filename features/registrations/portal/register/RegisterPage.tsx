import { Button, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { reasonOf } from '#platform/portal/api/call-error.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import type { PublicScreenProps } from '#platform/portal/navigation/screen.ts'
import { t } from '../../messages.ts'
import { CONFIRMATION_MS } from '../../rules.ts'
import { requestTicket, type Ticket } from './ticket.ts'
import { useAnswer } from './use-answer.ts'

export type TicketState = {
  readonly ticket: Ticket
  /** The ticket has expired: the form is disabled. */
  readonly isExpired: boolean
  readonly expire: () => void
  /** How often Refresh was pressed after an error; the form loads its choices again. */
  readonly refreshes: number
  readonly refresh: () => void
}
type Props = {
  /** The organisation's system name from the path. */
  organisation: string
  title: (organisation: string) => string
  children: (state: TicketState) => ReactNode
}

export const reload = () => window.location.reload()

export type RegisterFormProps = { state: TicketState; systemName: string }

/** The public screen of a registration form, for the organisation in its path. */
export function registerScreen(title: Props['title'], Form: ComponentType<RegisterFormProps>) {
  return function RegisterScreen({ params }: PublicScreenProps) {
    const { organisationName = '' } = params
    return (
      <RegisterPage organisation={organisationName} title={title}>
        {(state) => <Form state={state} systemName={organisationName} />}
      </RegisterPage>
    )
  }
}

/** Requests a ticket, shows the form until the ticket expires, and an error page without a ticket (spec 2 §2, §4). */
function RegisterPage({ organisation, title, children }: Props) {
  const { data: ticket, error } = useAnswer(organisation, () => requestTicket(organisation))
  const [isExpired, setExpired] = useState(false)
  const expire = () => setExpired(true)
  const [refreshes, setRefreshes] = useState(0)
  const refresh = () => setRefreshes(refreshes + 1)
  useEffect(() => {
    if (!ticket) return
    const timer = setTimeout(() => setExpired(true), Math.max(0, ticket.endsAt - Date.now()))
    return () => clearTimeout(timer)
  }, [ticket])
  useEffect(() => {
    if (error) showLoadFailure(error)
  }, [error])

  return (
    <Paper p={24} withBorder>
      {ticket ? (
        <>
          <Title order={1} mb={16}>
            {title(ticket.organisationName)}
          </Title>
          {children({ ticket, isExpired, expire, refreshes, refresh })}
        </>
      ) : error ? (
        <Stack align="flex-start" role="alert">
          <Title order={1}>{t('MsgSelfRegisterLoadFailed').text}</Title>
          <Text>{loadFailureOf(error)}</Text>
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

/** Why a form or its choices could not be loaded (spec 2 §8). */
export const loadFailureOf = (error: Error): string => reasonOf(error, t('MsgFormLoadFailed').text)
export const showLoadFailure = (error: Error) => toast.error(loadFailureOf(error), { title: t('MsgSelfRegisterLoadFailed').text })

/** Confirms a submitted form; the page reloads after `CONFIRMATION_MS` (spec 2 §9). */
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
