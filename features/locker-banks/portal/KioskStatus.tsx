import { t as label } from '#platform/labels.ts'
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
        <dt>{t('LabelCreated').text}</dt>
        <dd>
          <When at={bank.CreatedDate} timeZone={bank.PropertyTimezoneId} exact />
        </dd>
      </div>
    </dl>
  )
}

function Configuration({ bank }: { bank: LockerBank }) {
  if (oldConfiguration(bank)) return <OldConfiguration bank={bank} />
  const { PublishedVersion: version } = bank
  return version === 0 ? t('LabelNotPublished').text : label('LabelVersion', { version }).text
}
