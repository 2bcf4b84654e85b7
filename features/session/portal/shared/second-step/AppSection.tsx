import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { CallError } from '#platform/portal/api/call-error.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { t as tSession } from '../../../messages.ts'
import { type SecondStep, type AppSetUp as SetUp, secondStep } from '../../../second-step-contract.ts'
import { t } from '../../../second-step-messages.ts'
import { AppSetUp } from './AppSetUp.tsx'
import type { Changed } from './RecoveryCodes.tsx'

const refreshes = [secondStep.get]
type Part = { onChanged: (changed: Changed) => void; close: () => void }
/** The message of the refused field. */
const errorAt = (error: unknown, field: string) => (error instanceof CallError && error.field === field ? error.message : null)

/** The authenticator app: set up, removed, and its recovery codes. */
export function AppSection({ steps, onChanged }: { steps: SecondStep; onChanged: Part['onChanged'] }) {
  const [setUp, setSetUp] = useState<SetUp | null>(null)
  const [removing, setRemoving] = useState(false)
  const begin = useChange(secondStep.beginApp, { onDone: setSetUp })
  const renew = useChange(secondStep.renewCodes, { refreshes, onDone: onChanged })
  const { HasApp, Passkeys, RecoveryCodes } = steps
  return (
    <Stack gap="sm" align="flex-start">
      <Group gap="sm">
        <Title order={2}>{t('SectionApp').text}</Title>
        {HasApp && <StatusBadge kind="good">{t('AppIsOn').text}</StatusBadge>}
      </Group>
      <Text>{t('HelpApp').text}</Text>
      {setUp && !HasApp && <ConfirmApp setUp={setUp} onChanged={onChanged} close={() => setSetUp(null)} />}
      {removing && HasApp && <RemoveApp onChanged={onChanged} close={() => setRemoving(false)} />}
      {!HasApp && !setUp && (
        <Button loading={begin.isPending} onClick={() => begin.mutate({})}>
          {t('WordSetUpApp').text}
        </Button>
      )}
      {HasApp && !removing && (
        <Button variant="default" onClick={() => setRemoving(true)}>
          {t('WordRemoveApp').text}
        </Button>
      )}
      {(HasApp || Passkeys.length > 0) && (
        <Group gap="sm">
          <Text>{t('CodesLeft', { count: RecoveryCodes }).text}</Text>
          <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate({})}>
            {t('WordRenewCodes').text}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function ConfirmApp({ setUp, onChanged, close }: Part & { setUp: SetUp }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const confirm = useChange(secondStep.confirmApp, {
    refreshes,
    onDone: (reply) => {
      close()
      onChanged(reply)
    },
    onRefused: (refusal) => setError(errorAt(refusal, 'Code')),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setError(null)
    void confirm.mutate({ input: { Code: code } })
  }
  return (
    <form onSubmit={submit} aria-label={t('WordSetUpApp').text}>
      <Stack gap="sm" align="flex-start">
        <AppSetUp setUp={setUp} />
        <CodeInput value={code} onChange={setCode} error={error} />
        <Buttons busy={confirm.isPending} word={t('WordVerify').text} close={close} />
      </Stack>
    </form>
  )
}

function RemoveApp({ onChanged, close }: Part) {
  const [values, setValues] = useState({ Password: '', Code: '' })
  const [error, setError] = useState<unknown>(null)
  const remove = useChange(secondStep.removeApp, {
    refreshes,
    onDone: (reply) => {
      close()
      onChanged(reply)
    },
    onRefused: setError,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setError(null)
    void remove.mutate({ input: values })
  }
  return (
    <form onSubmit={submit} aria-label={t('WordRemoveApp').text}>
      <Stack gap="sm" align="flex-start">
        <Text>{t('HelpRemoveApp').text}</Text>
        <PasswordInput
          label={tSession('LabelPassword').text}
          required
          w={280}
          value={values.Password}
          onChange={(event) => setValues({ ...values, Password: event.currentTarget.value })}
          error={errorAt(error, 'Password')}
          autoComplete="current-password"
        />
        <CodeInput value={values.Code} onChange={(Code) => setValues({ ...values, Code })} error={errorAt(error, 'Code')} />
        <Buttons busy={remove.isPending} word={t('WordRemoveApp').text} close={close} />
      </Stack>
    </form>
  )
}

type CodeProps = { value: string; onChange: (code: string) => void; error: string | null }
const CodeInput = ({ value, onChange, error }: CodeProps) => (
  <TextInput
    label={t('LabelCode').text}
    required
    w={280}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={error}
    autoComplete="one-time-code"
    spellCheck={false}
  />
)

const Buttons = ({ busy, word, close }: { busy: boolean; word: string; close: () => void }) => (
  <Group gap="sm">
    <Button type="submit" loading={busy}>
      {word}
    </Button>
    <Button variant="default" onClick={close}>
      {tPortal('WordCancel').text}
    </Button>
  </Group>
)
