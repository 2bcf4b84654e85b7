import '@mantine/core/styles/Progress.css'
import { Progress, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { t } from '../../password-messages.ts'
import { type PasswordVerdict, ratePassword, type PasswordStrength as Strength } from '../../password-policy.ts'

/** Pause in typing after which the password is rated, in ms. */
const PAUSE_MS = 200
const LEVELS = {
  weak: { part: 33, color: 'red', word: 'WordPasswordWeak' },
  good: { part: 66, color: 'yellow', word: 'WordPasswordGood' },
  strong: { part: 100, color: 'green', word: 'WordPasswordStrong' },
} as const satisfies Record<Strength, object>

/** How strong a typed password is, for its owner's `names`. Shows nothing while nothing is typed or the dictionaries load. */
export function PasswordStrength({ password, names }: { password: string; names: readonly string[] }) {
  const [typed] = useDebouncedValue(password, PAUSE_MS)
  const [verdict, setVerdict] = useState<PasswordVerdict | null>(null)
  const key = names.join('\n')
  useEffect(() => {
    let isCurrent = true
    // Without the dictionaries only the server rates the password.
    ratePassword(typed, key.split('\n')).then(
      (rated) => isCurrent && setVerdict(rated),
      () => isCurrent && setVerdict(null),
    )
    return () => {
      isCurrent = false
    }
  }, [typed, key])
  if (!typed || !verdict) return null
  const { part, color, word } = LEVELS[verdict.strength]
  const label = t('LabelPasswordStrength').text
  return (
    <Stack gap={4}>
      <Progress.Root size="sm">
        <Progress.Section value={part} color={color} aria-label={label} aria-valuetext={t(word).text} />
      </Progress.Root>
      <Text size="sm" role="status">
        {label}: {t(word).text}
      </Text>
    </Stack>
  )
}
