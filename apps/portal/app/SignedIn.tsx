import './styles.ts'
import { Button, Center, Loader, Stack, Text } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { session } from '#features/session/contract.ts'
import { SessionDialogs } from '#features/session/portal/SessionDialogs.tsx'
import { useFollowedAppearance } from '#features/session/portal/shared/color-scheme.ts'
import { viewerOf } from '#features/session/portal/viewer-of.ts'
import type { Language } from '#platform/language.ts'
import { wasShown } from '#platform/portal/api/call.ts'
import { whyNotLoaded } from '#platform/portal/api/call-error.ts'
import { bannerTime } from '#platform/portal/api/connection.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Dialogs } from '#platform/portal/feedback/dialogs.tsx'
import { type ViewControls, ViewControlsProvider } from '#platform/portal/grid/view-controls.ts'
import { t } from '#platform/portal/messages.ts'
import { ExtensionsContext } from '#platform/portal/navigation/extensions.ts'
import { ScreensContext } from '#platform/portal/navigation/screen.ts'
import { RecordWaysContext } from '#platform/portal/record/record-path.ts'
import { changeLanguage } from '#platform/portal/session/language.ts'
import { localStore } from '#platform/portal/session/storage.ts'
import { ViewerProvider } from '#platform/portal/session/viewer.tsx'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { useStore } from '#platform/portal/ui/store.ts'
import { takeZoneRules } from '#platform/zone-rules.ts'
import { extensions, records, screens } from '../features.ts'
import { router } from './router.tsx'
import { client, hearRefusals } from './session-events.ts'
import { leave, useSignedOutElsewhere } from './sign-out.ts'
import { isSwitching } from './switch-organisation.ts'

hearRefusals()

const BulkResume = lazyComponent(() => import('#platform/portal/bulk/BulkResume.tsx'))
const viewControls: ViewControls = {
  Tabs: lazyComponent(() => import('#features/saved-views/portal/ViewTabs.tsx')),
  Save: lazyComponent(() => import('#features/saved-views/portal/SaveView.tsx')),
}

/** The application behind the sign-in. */
export default function SignedIn() {
  if (useSignedOutElsewhere()) return <Left />
  return (
    <QueryClientProvider client={client}>
      <Preloaded />
      <Dialogs />
      <SessionDialogs />
    </QueryClientProvider>
  )
}

/** Replaces the application until the login page has loaded. */
function Left() {
  useEffect(leave, [])
  return null
}

function Preloaded() {
  const preload = useCall(session.preload, {}, { select: viewerOf, staleTime: Number.POSITIVE_INFINITY })
  useFollowedAppearance(preload.data?.preferences.colorScheme)
  // What was running when the page was left; a job that begins later is followed by the screen that starts it.
  const [isResuming] = useState(() => localStore.read('bulkJobs') !== null)
  const isSpoken = useFollowedLanguage(preload.data?.language)
  const isOfAnother = useStore(isSwitching)
  useEffect(() => {
    bannerTime.zone = preload.data?.timeZone
  }, [preload.data])
  if (preload.data && isSpoken && !isOfAnother) {
    takeZoneRules(preload.data.zoneRules)
    return (
      <ViewerProvider value={preload.data}>
        {isResuming && <BulkResume />}
        <ViewControlsProvider value={viewControls}>
          <ScreensContext value={screens}>
            <RecordWaysContext value={records}>
              <ExtensionsContext value={extensions}>
                <RouterProvider router={router} context={{ viewer: preload.data }} />
              </ExtensionsContext>
            </RecordWaysContext>
          </ScreensContext>
        </ViewControlsProvider>
      </ViewerProvider>
    )
  }
  if (preload.isError && !isOfAnother && !wasShown(preload.error)) {
    return (
      <Center h="100%" p="xl">
        <Stack align="center" role="alert">
          <Text>{whyNotLoaded(preload.error)}</Text>
          <Button onClick={() => preload.refetch()}>{t('WordRetry').text}</Button>
        </Stack>
      </Center>
    )
  }
  return (
    <Center h="100%">
      <Loader aria-label={t('ShellLoading').text} />
    </Center>
  )
}

/**
 * Follows the language that the viewer chose, on any device: the page reloads in another language. True once the first screen
 * may be shown.
 */
function useFollowedLanguage(language: Language | undefined): boolean {
  const [isAgreed, setAgreed] = useState(false)
  useEffect(() => {
    if (language && !changeLanguage(language)) setAgreed(true)
  }, [language])
  return isAgreed
}
