import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { call } from '#platform/portal/api/call.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { t as tPortal } from '#platform/portal/messages.ts'
import { type ColorScheme, session } from '../../contract.ts'
import { t } from '../../messages.ts'

/** The appearances that a user chooses from. */
export const SCHEMES = [
  { scheme: 'light', label: tPortal('ShellLight').text },
  { scheme: 'dark', label: tPortal('ShellDark').text },
  { scheme: 'auto', label: tPortal('ShellAsSystem').text },
] as const satisfies readonly { scheme: ColorScheme; label: string }[]

/** The appearance of this browser; a choice is stored on the server for the user's other devices. */
export function useAppearance(): { colorScheme: ColorScheme; choose: (scheme: ColorScheme) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (scheme: ColorScheme) => {
    setColorScheme(scheme)
    call(session.colorScheme, { input: { ColorScheme: scheme } }).catch((error: unknown) =>
      toast.failure(error, t('MsgPreferencesFailed').text),
    )
  }
  return { colorScheme, choose }
}

/** Shows the appearance that the user chose on any device; null keeps that of the browser. */
export function useFollowedAppearance(chosen: ColorScheme | null | undefined): void {
  const { setColorScheme } = useMantineColorScheme()
  // An event, because setColorScheme changes with the appearance, and a choice in this browser is newer than what was read.
  const follow = useEffectEvent(setColorScheme)
  useEffect(() => {
    if (chosen) follow(chosen)
  }, [chosen])
}
