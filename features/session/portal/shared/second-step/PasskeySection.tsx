import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { startRegistration } from '@simplewebauthn/browser'
import { type SubmitEvent, useState } from 'react'
import { t as tViews } from '#features/saved-views/messages.ts'
import { call } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { useChange, useRefresh } from '#platform/portal/api/queries.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import { PASSKEY_NAME_MAX, type Passkey, secondStep } from '../../../second-step-contract.ts'
import { t } from '../../../second-step-messages.ts'
import type { Changed } from './RecoveryCodes.tsx'

type OnChanged = (changed: Changed) => void
type Options = Parameters<typeof startRegistration>[0]['optionsJSON']

/** The passkeys of the own sign-in: added, named and removed. */
export function PasskeySection({ passkeys, onChanged }: { passkeys: readonly Passkey[]; onChanged: OnChanged }) {
  return (
    <Stack gap="sm" align="flex-start">
      <Title order={2}>{t('SectionPasskeys').text}</Title>
      <Text>{t('HelpPasskeys').text}</Text>
      {passkeys.map((passkey) => (
        <Row key={passkey.Id} passkey={passkey} onChanged={onChanged} />
      ))}
      <AddPasskey onChanged={onChanged} />
    </Stack>
  )
}

function AddPasskey({ onChanged }: { onChanged: OnChanged }) {
  const [name, setName] = useState('')
  const refresh = useRefresh()
  const { isUnderWay, attempt } = useAttempt()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void attempt(async () => {
      try {
        const begun = await call(secondStep.beginAddPasskey)
        const made = await startRegistration({ optionsJSON: begun.Passkey as unknown as Options })
        const input = { Ticket: begun.Ticket, Name: name, Passkey: JSON.stringify(made) }
        const reply = await call(secondStep.addPasskey, { input })
        setName('')
        await refresh([secondStep.get])
        onChanged(reply)
      } catch (error) {
        if (error instanceof CallError) return toast.failure(error, t('MsgPasskeyFailed').text)
        // Cancelled, or not possible on this device: the browser has said why.
        return toast.error(t('MsgPasskeyFailed').text)
      }
    })
  }
  return (
    <form onSubmit={submit} aria-label={t('WordAddPasskey').text}>
      <Group gap="sm" align="flex-end">
        <NameInput value={name} onChange={setName} />
        <Button type="submit" loading={isUnderWay}>
          {t('WordAddPasskey').text}
        </Button>
      </Group>
    </form>
  )
}

function Row({ passkey: { Id, Name, CreatedAt }, onChanged }: { passkey: Passkey; onChanged: OnChanged }) {
  const times = useTimeText()
  const [typed, setTyped] = useState<string | null>(null)
  const change = { refreshes: [secondStep.get], onDone: onChanged }
  const remove = useChange(secondStep.removePasskey, change)
  const rename = useChange(secondStep.renamePasskey, {
    ...change,
    onDone: (reply) => {
      setTyped(null)
      onChanged(reply)
    },
  })
  const params = { passkeyId: Id }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void rename.mutate({ params, input: { Name: typed ?? '' } })
  }
  const askAndRemove = async () => {
    const asked = { title: t('RemovePasskey', { name: Name }).text, text: t('ConfirmRemovePasskey', { name: Name }).text }
    if (await confirm({ ...asked, danger: true })) await remove.mutate({ params })
  }
  if (typed !== null)
    return (
      <form onSubmit={submit} aria-label={t('RenamePasskey', { name: Name }).text}>
        <Group gap="sm" align="flex-end">
          <NameInput value={typed} onChange={setTyped} />
          <Button type="submit" loading={rename.isPending}>
            {tViews('ViewRename').text}
          </Button>
        </Group>
      </form>
    )
  return (
    <Group gap="sm">
      <Text fw={600}>{Name}</Text>
      <Text c="dimmed">{t('PasskeyAdded', { date: times.date(CreatedAt) }).text}</Text>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('RenamePasskey', { name: Name }).text}
        onClick={() => setTyped(Name)}
      >
        {tViews('ViewRename').text}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        loading={remove.isPending}
        aria-label={t('RemovePasskey', { name: Name }).text}
        onClick={askAndRemove}
      >
        {t('WordRemove').text}
      </Button>
    </Group>
  )
}

const NameInput = ({ value, onChange }: { value: string; onChange: (name: string) => void }) => (
  <TextInput
    label={t('LabelPasskeyName').text}
    required
    maxLength={PASSKEY_NAME_MAX}
    w={280}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
