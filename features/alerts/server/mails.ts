import { dateTimeText } from '#platform/date-format.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import { placeOf, wordsOf } from '../words.ts'
import type { Bank, StoredAlert } from './facts.ts'

export type Mailing = { readonly organisationId: string; readonly mailer: Mailer; readonly publicUrl: string }
export type ToTell = { readonly bank: Bank; readonly alert: StoredAlert }

/** Puts one mail for each address into the outbox; what began together stands in one. */
export async function mailAlerts(db: Db, { organisationId, mailer, publicUrl }: Mailing, told: readonly ToTell[]): Promise<void> {
  const lists = new Map<string, { to: string; theirs: ToTell[] }>()
  for (const one of told)
    for (const to of one.bank.settings.AlertEmails) {
      const list = lists.get(to.toLowerCase()) ?? { to, theirs: [] }
      lists.set(to.toLowerCase(), list)
      // An address that stands twice in a list is told once.
      if (!list.theirs.includes(one)) list.theirs.push(one)
    }
  for (const { to, theirs } of lists.values()) await mailer.queue(db, organisationId, { to, ...mailOf(theirs, publicUrl) })
}

/** What a mail says of these alerts; times in the property's zone, written as the organisation writes them. */
function mailOf(told: readonly ToTell[], publicUrl: string): { subject: string; body: string } {
  const [first] = told as readonly [ToTell]
  const alert = wordsOfStored(first.alert)
  const subject =
    told.length === 1 ? t('MailSubject', { bank: first.bank.name, alert }) : t('MailSubjectMany', { count: told.length })
  const parts = told.map(({ bank, alert }) =>
    t('MailAlert', {
      alert: wordsOfStored(alert),
      time: dateTimeText(alert.beganAt, bank.culture, bank.time_zone),
      timeZone: bank.time_zone,
      bank: bank.name,
      building: bank.building,
      property: bank.property,
      link: `${publicUrl}/portal/#${placeOf({ LockerBankId: bank.id, LockerName: alert.lockerName })}`,
    }),
  )
  return { subject: subject.text, body: `${[...parts, t('MailFooter')].map(({ text }) => text).join('\n\n')}\n` }
}

const wordsOfStored = ({ kind, subject, lockerName, userName, reason }: StoredAlert) =>
  wordsOf({ Kind: kind, Subject: subject, LockerName: lockerName, UserName: userName, Reason: reason })
