import { themeState } from '#features/themes/rules.ts'
import { THEME_PATH, t as theme } from '#features/themes/screens.ts'
import { t as label } from '#platform/labels.ts'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import type { LockerBank } from '../contract.ts'
import { t } from '../messages.ts'
import { oldConfiguration } from '../rules.ts'
import classes from './locker-bank.module.css'
import { OldConfiguration } from './shared/OldConfiguration.tsx'

/** What the bank's kiosk last reported; its status is in the header of the record. */
export function KioskStatus({ bank }: { bank: LockerBank }) {
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('LabelLastHeartBeat').text}</dt>
        <dd>
          <When at={bank.LastHeartBeat} timeZone={bank.PropertyTimezoneId} />
        </dd>
      </div>
      <div>
        <dt>{t('LabelAppVersion').text}</dt>
        <dd>{bank.AppVersion || '–'}</dd>
      </div>
      <div>
        <dt>{t('LabelConfiguration').text}</dt>
        <dd>
          <Configuration bank={bank} />
        </dd>
      </div>
      <div>
        <dt>{theme('LinkTheme').text}</dt>
        <dd>
          <ThemeOfKiosk bank={bank} />
        </dd>
      </div>
      <div>
        <dt>{t('LabelCreated').text}</dt>
        <dd>
          <When at={bank.CreatedDate} timeZone={bank.PropertyTimezoneId} exact />
        </dd>
      </div>
    </dl>
  )
}

function ThemeOfKiosk({ bank }: { bank: LockerBank }) {
  const mayEdit = useMay('EditProperty')
  const isPublished = bank.PublishedVersion > 0
  const { kind, text } = themeState(
    {
      IsAuthorised: bank.ApiToken !== '',
      ThemeVersion: bank.ThemeVersion,
      PublishedThemeVersion: isPublished ? bank.PublishedThemeVersion : null,
    },
    bank.SavedThemeVersion,
  )
  const badge = <StatusBadge kind={kind}>{text.text}</StatusBadge>
  return mayEdit ? <ScreenLink to={pathTo(THEME_PATH, { propertyId: bank.PropertyId })}>{badge}</ScreenLink> : badge
}

function Configuration({ bank }: { bank: LockerBank }) {
  if (oldConfiguration(bank)) return <OldConfiguration bank={bank} />
  const { PublishedVersion: version } = bank
  return version === 0 ? t('LabelNotPublished').text : label('LabelVersion', { version }).text
}
