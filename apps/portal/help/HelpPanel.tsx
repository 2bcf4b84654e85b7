import '@mantine/core/styles/Drawer.css'
import { Anchor, Drawer, Stack, Text } from '@mantine/core'
import { t } from '#platform/help-messages.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import type { Screen } from '#platform/portal/navigation/screen.ts'
import { helpOf } from './help-of-screens.ts'

/** Where the public site has the how-to pages, which are written in English. */
const guideAddress = (name: string) => `/docs/${name}/`

type Props = { screen: Screen | undefined; showShortcuts: () => void; close: () => void }

/** What the open screen is for and what to do first, with a link to the page that says it step by step. */
export default function HelpPanel({ screen, showShortcuts, close }: Props) {
  const help = screen && helpOf(screen)
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
        {help && <Text>{t(help.text).text}</Text>}
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
