import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react'
import { call } from '#platform/portal/api/call.ts'
import type { PublicScreenProps } from '#platform/portal/navigation/screen.ts'
import { registrations } from '../../contract.ts'
import { t } from '../../messages.ts'
import { REGISTRATION_TYPES } from '../../rules.ts'
import { t as screens } from '../../screens.ts'
import classes from '../register.module.css'
import { useAnswer } from './use-answer.ts'

const IMAGES = { waiting: IconHourglass, success: IconCircleCheck, error: IconCircleX } as const

/** Opened by the link of a mail: verifies the address and shows the result with an image (spec 2 §2, §8). */
export default function VerifyRegistration({ params, query }: PublicScreenProps) {
  const { registrationType = '' } = params
  const token = query.get('token') || 'none'
  const { data, error } = useAnswer(token, () => call(registrations.verify, { params: { registrationType }, input: token }))
  const outcome = data ? 'success' : error ? 'error' : 'waiting'
  const Image = IMAGES[outcome]
  // One text for every failure (spec 2 §8), whether the server gave another reason or could not be reached.
  const message = data?.Message ?? t(error ? 'MsgRegistrationVerificationError' : 'HelpVerifying').text
  return (
    <Paper p={24} withBorder>
      <Stack align="center" gap={16}>
        <Title order={1}>{screens('ScreenVerification').text}</Title>
        <Image size={96} stroke={1.25} className={classes.image} data-outcome={outcome} aria-hidden />
        <Text ta="center" role={error ? 'alert' : 'status'}>
          {message}
        </Text>
        {error && <NextStep kind={registrationType} organisation={query.get('org') ?? ''} />}
      </Stack>
    </Paper>
  )
}

/** The way out of a failed verification: to the form that the link belongs to, else to the sign-in. */
function NextStep({ kind, organisation }: { kind: string; organisation: string }) {
  const hasForm = organisation !== '' && REGISTRATION_TYPES.some((type) => type === kind)
  if (!hasForm) return <Anchor href="#/login">{t('LinkToSignIn').text}</Anchor>
  return <Anchor href={`#/${kind}/${encodeURIComponent(organisation)}/register`}>{t('LinkToForm').text}</Anchor>
}
