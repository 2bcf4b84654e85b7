import { generalSettings } from '#features/general-settings/server/api.ts'
import { MANAGES_OPENINGS } from '#features/kiosks/access.ts'
import { textIn } from '#features/resources/server/api.ts'
import { dateTimeText } from '#platform/date-format.ts'
import { type Message, unpackMessage } from '#platform/define-messages.ts'
import { ROLE_PERMISSIONS, ROLES, type Role } from '#platform/permissions.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { alertMessage } from '../alert-message.ts'
import { t } from '../messages.ts'
import { isFull } from '../rules.ts'
import type { Bank, StoredAlert } from './facts.ts'

export type Mailing = { readonly organisationId: string; readonly mailer: Mailer; readonly publicUrl: string }
export type AlertToMail = { readonly bank: Bank; readonly alert: StoredAlert }
type Manager = { readonly id: string; readonly email: string }

/** Kinds whose e-mail also goes to those who can stop remote opening, because the addresses of a locker bank are optional. */
export const isForManagers = ({ kind }: Pick<StoredAlert, 'kind'>): boolean => kind === 'openings-limited'

/** Active users of the organisation who may change limits and stop remote opening, in every property. */
function managersOf(db: Db): Promise<Manager[]> {
  const roles = (Object.keys(ROLES) as Role[]).filter((role) => ROLE_PERMISSIONS[role].includes(MANAGES_OPENINGS))
  return db
    .selectFrom('portal_users')
    .select(['id', 'email'])
    .where('role_id', '=', anyOf(roles.map((role) => ROLES[role].id)))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** The addresses of an alert: those of its locker bank, those of the general settings, and managers except the one whom it is about. */
const addressesOf = (
  { bank, alert }: AlertToMail,
  { general, managers }: { readonly general: readonly string[]; readonly managers: readonly Manager[] },
): readonly string[] => [
  ...bank.settings.AlertEmails,
  ...general,
  ...(isForManagers(alert) ? managers.filter(({ id }) => id !== alert.subject).map(({ email }) => email) : []),
]

/** Queues one e-mail for each address; alerts that began together share one. */
export async function mailAlerts(
  db: Db,
  { organisationId, mailer, publicUrl }: Mailing,
  alerts: readonly AlertToMail[],
): Promise<void> {
  if (alerts.length === 0) return
  const managers = alerts.some(({ alert }) => isForManagers(alert)) ? await managersOf(db) : []
  const { AlertEmails: general } = await generalSettings(db)
  const lists = new Map<string, { to: string; alerts: AlertToMail[] }>()
  for (const one of alerts)
    for (const to of addressesOf(one, { general, managers })) {
      const list = lists.get(to.toLowerCase()) ?? { to, alerts: [] }
      lists.set(to.toLowerCase(), list)
      // An address that is in a list twice gets one e-mail.
      if (!list.alerts.includes(one)) list.alerts.push(one)
    }
  for (const { to, alerts } of lists.values()) await mailer.queue(db, organisationId, { to, ...mailOf(alerts, publicUrl) })
}

/** The dashboard of the alert's locker bank, at the locker. */
const screenOf = (lockerBankId: string, lockerName: string | null): string =>
  `/dashboard/lockerbank/${lockerBankId}${lockerName ? `?${new URLSearchParams({ locker: lockerName })}` : ''}`

/** The e-mail about these alerts in the organisation's language; times in the property's zone and the organisation's format. */
function mailOf(alerts: readonly AlertToMail[], publicUrl: string): { subject: string; body: string; language: string } {
  const [first] = alerts as readonly [AlertToMail]
  const alert = messageOf(first)
  const subject =
    alerts.length === 1 ? t('MailSubject', { bank: first.bank.name, alert }) : t('MailSubjectMany', { count: alerts.length })
  const parts = alerts.map(({ bank, alert }) =>
    t('MailAlert', {
      alert: messageOf({ bank, alert }),
      time: dateTimeText(alert.beganAt, bank.culture, bank.time_zone),
      timeZone: bank.time_zone,
      bank: bank.name,
      building: bank.building,
      property: bank.property,
      link: `${publicUrl}/portal/#${screenOf(bank.id, alert.lockerName)}`,
    }),
  )
  const footer = t(alerts.some(({ alert }) => isForManagers(alert)) ? 'MailFooterOpenings' : 'MailFooter')
  const text = (message: Message) => textIn(first.bank.culture, message)
  const body = `${[...parts, footer].map(text).join('\n\n')}\n`
  return { subject: text(subject), body, language: first.bank.culture }
}

const messageOf = ({ bank, alert: { kind, subject, lockerName, userName, reason } }: AlertToMail) =>
  alertMessage({
    Kind: kind,
    Subject: subject,
    LockerName: lockerName,
    UserName: userName,
    Reason: reason === null ? null : unpackMessage(reason),
    IsFull: kind === 'nearly-full' && isFull(bank.sizes, subject),
  })
