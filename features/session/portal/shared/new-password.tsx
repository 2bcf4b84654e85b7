import { PasswordInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../../messages.ts'
import { t as passwords } from '../../password-messages.ts'
import { ratePassword } from '../../password-policy.ts'
import { MIN_PASSWORD } from '../../public.ts'
import { useFields } from '../public-form.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

type Values = { password: string; confirmed: string }
type Problem = { readonly field: keyof Values; readonly text: string }

/** The check of the server, which knows more names. Without the dictionaries the server alone decides. */
async function whyNot({ password, confirmed }: Values, names: readonly string[]): Promise<Problem | null> {
  const { reason } = await ratePassword(password, names).catch(() => ({ reason: null }))
  if (reason) return { field: 'password', text: reason.text }
  return password === confirmed ? null : { field: 'confirmed', text: t('MsgPasswordsDiffer').text }
}

/** The two inputs of a new password with its strength; `names` identify the owner. `whyNot` checks it and shows the reason. */
export function useNewPassword(
  names: readonly string[],
  { autoFocus = true } = {},
): {
  password: string
  whyNot: () => Promise<string | undefined>
  inputs: ReactNode
} {
  const { values, field } = useFields<Values>(() => ({ password: '', confirmed: '' }))
  const [problem, setProblem] = useState<(Problem & { values: Values }) | null>(null)
  const secret = (name: keyof Values) => ({
    ...field(name),
    autoComplete: 'new-password',
    // Typing removes the message.
    error: problem?.values === values && problem.field === name && problem.text,
  })
  return {
    password: values.password,
    whyNot: async () => {
      const found = await whyNot(values, names)
      setProblem(found && { ...found, values })
      return found?.text
    },
    inputs: (
      <>
        <PasswordInput
          label={t('LabelNewPassword').text}
          description={passwords('HelpNewPassword', { min: MIN_PASSWORD }).text}
          autoFocus={autoFocus}
          {...secret('password')}
        />
        <PasswordStrength password={values.password} names={names} />
        <PasswordInput label={t('LabelConfirmPassword').text} {...secret('confirmed')} />
      </>
    ),
  }
}
