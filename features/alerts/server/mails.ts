import { textIn } from '#features/resources/server/api.ts'
import { dateTimeText } from '#platform/date-format.ts'
import { type Message, unpackMessage } from '#platform/define-messages.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import { alertMessage, placeOf } from '../words.ts'
import type { Bank, StoredAlert } from './facts.ts'

export type Mailing = { readonly organisationId: string; readonly mailer: Mailer; readonly publicUrl: string }
export type AlertToMail = { readonly bank: Bank; readonly alert: StoredAlert }

/** Queues one e-mail for each address; alerts that began together share one. */
export async function mailAlerts(
  db: Db,
  { organisationId, mailer, publicUrl }: Mailing,
  alerts: readonly AlertToMail[],
): Promise<void> {
  const lists = new Map<string, { to: string; alerts: AlertToMail[] }>()
  for (const one of alerts)
    for (const to of one.bank.settings.AlertEmails) {
      const list = lists.get(to.toLowerCase()) ?? { to, alerts: [] }
      lists.set(to.toLowerCase(), list)
      // An address that is in a list twice gets one e-mail.
      if (!list.alerts.includes(one)) list.alerts.push(one)
    }
  for (const { to, alerts } of lists.values()) await mailer.queue(db, organisationId, { to, ...mailOf(alerts, publicUrl) })
}

/** The e-mail about these alerts in the organisation's language; times in the property's zone and the organisation's format. */
function mailOf(alerts: readonly AlertToMail[], publicUrl: string): { subject: string; body: string } {
  const [first] = alerts as readonly [AlertToMail]
  const alert = messageOf(first.alert)
  const subject =
    alerts.length === 1 ? t('MailSubject', { bank: first.bank.name, alert }) : t('MailSubjectMany', { count: alerts.length })
  const parts = alerts.map(({ bank, alert }) =>
    t('MailAlert', {
      alert: messageOf(alert),
      time: dateTimeText(alert.beganAt, bank.culture, bank.time_zone),
      timeZone: bank.time_zone,
      bank: bank.name,
      building: bank.building,
      property: bank.property,
      link: `${publicUrl}/portal/#${placeOf({ LockerBankId: bank.id, LockerName: alert.lockerName })}`,
    }),
  )
  const text = (message: Message) => textIn(first.bank.culture, message)
  return { subject: text(subject), body: `${[...parts, t('MailFooter')].map(text).join('\n\n')}\n` }
}

const messageOf = ({ kind, subject, lockerName, userName, reason }: StoredAlert) =>
  alertMessage({
    Kind: kind,
    Subject: subject,
    LockerName: lockerName,
    UserName: userName,
    Reason: reason === null ? null : unpackMessage(reason),
  })
