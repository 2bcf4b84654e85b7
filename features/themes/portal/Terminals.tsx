import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useCall } from '#platform/portal/api/queries.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { type EditedTheme, type ThemeKiosk, themes } from '../contract.ts'
import { t } from '../messages.ts'
import { themeState } from '../rules.ts'
import classes from './theme.module.css'

/** How often the terminals are read while one of them fetches the theme, in ms. */
const FETCH_POLL_MS = 2_000

/** The property's terminals, and how far the saved theme has come at each. */
export function Terminals({ theme: { PropertyId, OrganisationId, Version, Kiosks: kiosks } }: { theme: EditedTheme }) {
  const titleId = useId()
  const saved = Number(Version)
  const params = { organisationId: OrganisationId, propertyId: PropertyId }
  useCall(themes.get, { params }, { enabled: kiosks.some((kiosk) => isFetching(kiosk, saved)), every: FETCH_POLL_MS })
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} id={titleId} mb={8}>
        {t('SectionTerminals').text}
      </Title>
      {kiosks.length === 0 && <Text c="dimmed">{t('NoTerminals').text}</Text>}
      <ul className={classes.terminals}>
        {kiosks.map((kiosk) => {
          const { kind, text } = themeState(kiosk, saved)
          return (
            <li key={kiosk.LockerBankId}>
              <RecordLink kind="lockerBank" id={kiosk.LockerBankId}>
                {kiosk.Name}
              </RecordLink>
              <StatusBadge kind={kind}>{text.text}</StatusBadge>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const isFetching = ({ Status, ThemeVersion, PublishedThemeVersion }: ThemeKiosk, saved: number) =>
  Status === 'ONLINE' && PublishedThemeVersion === saved && ThemeVersion !== null && ThemeVersion !== saved
