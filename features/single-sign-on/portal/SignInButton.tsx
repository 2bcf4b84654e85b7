import '@mantine/core/styles/Alert.css'
import { Alert, Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import type { OtherSignInProps } from '#features/session/portal/shared/other-sign-in.ts'
import { callLine, fillPath } from '#platform/portal/api/call.ts'
import { partsOf, useHash } from '#platform/portal/navigation/hash.ts'
import { accessToken } from '#platform/portal/session/access.ts'
import type { singleSignOn } from '../contract.ts'
import { DONE, OFFER, REFUSALS, RESULT, type RefusalCode, START } from '../public.ts'
import { t } from '../sign-in-messages.ts'

/** Pause in typing after which the organisation is asked for, in ms. */
const PAUSE_MS = 400

/** The button of an organisation's single sign-on, and the result of one. */
export default function SignInButton({ fixed, again, user, onLeave, renew, onSignedIn }: OtherSignInProps) {
  const [systemName] = useDebouncedValue(user.organisation.trim().toLowerCase(), PAUSE_MS)
  const [found, setFound] = useState<{ systemName: string; name: string | null }>()
  // The server sets it after a single sign-on.
  const result = partsOf(useHash()).query.get(RESULT)
  const goOn = useEffectEvent(async () => {
    if (await renew()) onSignedIn()
  })

  useEffect(() => {
    if (result === DONE) void goOn()
  }, [result])
  const [isOpen, setOpen] = useState(false)
  const onBack = useEffectEvent(onSignedIn)
  useEffect(() => {
    if (!isOpen) return
    const before = accessToken.read()
    // The other tab has stored its token.
    const onStorage = () => {
      const now = accessToken.read()
      if (now && now !== before) onBack()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [isOpen])
  useEffect(() => {
    if (!systemName) return
    const controller = new AbortController()
    // Without a token: other calls wait while the user is asked to sign in again.
    callLine<typeof singleSignOn.offer>(OFFER, { params: { systemName }, bearer: '', signal: controller.signal }).then(
      ({ Name }) => setFound({ systemName, name: Name }),
      // The form works without it.
      () => undefined,
    )
    return () => controller.abort()
  }, [systemName])

  const leave = () => {
    const address = `/api${fillPath(START, { systemName })}`
    if (fixed) {
      setOpen(true)
      return void window.open(again ? `${address}?Again=true` : address, '_blank', 'noopener')
    }
    onLeave({ organisation: systemName, userName: user.userName })
    accessToken.forget()
    window.location.assign(address)
  }
  const refusal = result && Object.hasOwn(REFUSALS, result) ? t(REFUSALS[result as RefusalCode]).text : ''
  return (
    <>
      {found?.name && found.systemName === systemName && (
        <Button variant="default" fullWidth onClick={leave}>
          {t('WordSignInWith', { name: found.name }).text}
        </Button>
      )}
      {isOpen && <Text role="status">{t('HelpSsoOtherTab').text}</Text>}
      {refusal && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
    </>
  )
}
