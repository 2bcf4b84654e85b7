import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { t as tSession } from '#features/session/messages.ts'
import { useNewPassword } from '#features/session/portal/shared/new-password.tsx'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import { FormSection, Sections } from '#platform/portal/form/DraftForm.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type Profile, profile } from '../contract.ts'
import { t } from '../messages.ts'

/** Changes the own password; a refused one stays in the form. */
export function PasswordPanel({ person }: { person: Profile }) {
  const [round, setRound] = useState(0)
  // A new round has empty fields.
  return <PasswordForm key={round} person={person} onChanged={() => setRound(round + 1)} />
}

function PasswordForm({ person, onChanged }: { person: Profile; onChanged: () => void }) {
  const { organisation } = useViewer()
  const [present, setPresent] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const names = [person.FirstName, person.LastName, person.Email, organisation.name, organisation.systemName]
  const { password, whyNot, inputs } = useNewPassword(names, { autoFocus: false })
  const refresh = useRefresh()
  const { isUnderWay, attempt } = useAttempt()

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void attempt(async () => {
      setWrong(null)
      const refusal = await whyNot()
      if (refusal) return toast.error(refusal)
      try {
        const { Message } = await call(profile.changePassword, { input: { Password: present, NewPassword: password } })
        toast.success(Message)
        onChanged()
        await refresh([profile.sessions])
      } catch (error) {
        if (error instanceof CallError && error.field === 'Password') setWrong(error.message)
        return toast.failure(error, tSession('MsgResetFailed').text)
      }
    })
  }

  return (
    <form onSubmit={submit} aria-label={t('WordChangePassword').text} noValidate>
      <Sections>
        <FormSection title={t('WordChangePassword').text}>
          <Text>{t('HelpChangePassword').text}</Text>
          {/* For password managers. */}
          <TextInput label={label('LabelEmail').text} value={person.Email} readOnly variant="filled" autoComplete="username" />
          <PasswordInput
            label={t('LabelPresentPassword').text}
            required
            value={present}
            onChange={(event) => {
              setPresent(event.currentTarget.value)
              setWrong(null)
            }}
            error={wrong}
            autoComplete="current-password"
          />
          {inputs}
          <Button type="submit" loading={isUnderWay} w="fit-content">
            {t('WordChangePassword').text}
          </Button>
        </FormSection>
      </Sections>
    </form>
  )
}
