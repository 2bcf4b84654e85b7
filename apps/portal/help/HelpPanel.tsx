import '@mantine/core/styles/Drawer.css'
import { Anchor, Drawer, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '#platform/help.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import type { PortalFeature, Screen } from '#platform/portal/navigation/screen.ts'
import { loadCode } from '#platform/portal/ui/load-code.ts'
import { loadHelp } from './load-help.ts'

/** Where the public site has the how-to pages, which are written in English. */
const guideAddress = (name: string) => `/docs/${name}/`

type Props = { features: readonly PortalFeature[]; screen: Screen | undefined; showShortcuts: () => void; close: () => void }

/** What the open screen is for and what to do first, with a link to the page that says it step by step. */
export default function HelpPanel({ features, screen, showShortcuts, close }: Props) {
  const { data: help } = useQuery({
    queryKey: ['help', screen?.path],
    queryFn: async () => (screen && (await loadCode(() => loadHelp(features, screen)))) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    // Code that is loaded needs no connection.
    networkMode: 'always',
  })
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="sm"
      title={`${tPortal('ShellHelp').text}: ${screen?.title ?? ''}`}
      closeButtonProps={{ 'aria-label': tPortal('WordClose').text }}
    >
      <Stack>
        {help && <Text>{help.text.text}</Text>}
        {help && (
          <Anchor href={guideAddress(help.guide)} target="_blank" hrefLang="en">
            {t('HelpGuide').text}
          </Anchor>
        )}
        <Anchor href={guideAddress('how-to')} target="_blank" hrefLang="en">
          {t('HelpGuides').text}
        </Anchor>
        <Anchor component="button" type="button" ta="start" onClick={showShortcuts}>
          {tPortal('ShellShortcuts').text}
        </Anchor>
      </Stack>
    </Drawer>
  )
}
