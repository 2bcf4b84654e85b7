import { type BankSettings, bankSettings, LOCKER_BANK_SETTINGS, PUBLISHED_SETTINGS } from '#features/kiosks/bank-settings.ts'
import { isAnyRaised } from '#features/kiosks/ceilings.ts'
import { statusOf } from '#features/kiosks/rules.ts'
import { type KioskLink, publishedSettings } from '#features/kiosks/server/api.ts'
import { notifyRaised } from '#features/openings/server/api.ts'
import { plainMessage } from '#platform/define-messages.ts'
import { existing } from '#platform/server/entities.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { whyNotSettings } from '#platform/typed-settings.ts'
import { lockerBanks } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotPublish } from '../rules.ts'
import { apiKeyOf } from './authorisation.ts'
import { configurationOf, hasChangedSincePublished, settingsOfBank } from './configuration.ts'
import { lockedBank, visibleBanks } from './store.ts'

type PublishingDeps = { readonly kiosks: Pick<KioskLink, 'publishConfig'>; readonly mailer: Mailer }

/** A bank's settings, and publishing them to its kiosk with layout and theme (spec 1 §2, §4, §7). */
export function publishingRoutes(route: Router, { kiosks, mailer }: PublishingDeps) {
  route(lockerBanks.canPublish, async ({ db, params }) => {
    const publishing = await publishingOf(db, params.lockerBankId)
    const whyNot = whyNotPublish(publishing)
    return { CanPublish: whyNot === null, HasChanged: publishing.hasChanged, Reason: whyNot ?? plainMessage('') }
  })

  route.withoutTransaction(lockerBanks.publish, async (context) => {
    const { params, now, caller } = context
    const { before, after } = await context.inTenant(({ db }) => publishedLimits(db, params.lockerBankId))
    if (isAnyRaised(before, after)) await context.requireConfirmation()
    return context.inTenant(async (transaction) => {
      const { db, tenant, audit } = transaction
      // Concurrent publishing and layout saves wait, so that the configuration is one consistent state.
      const bank = await lockedBank(db, params.lockerBankId)
      refuseIf(whyNotPublish(await publishingOf(db, bank.id)))
      const limits = await publishedLimits(db, bank.id)
      const { Version } = await kiosks.publishConfig({ ...context, ...transaction }, bank.id, await configurationOf(db, bank.id))
      await audit('locker bank published', bank.id, { version: Version })
      await notifyRaised({ db, tenant, caller }, mailer, { ...limits, bank: bank.name, isPublished: true })
      const isOnline = statusOf(bank, now) === 'ONLINE'
      return { Message: t(isOnline ? 'MsgLockerBankPublished' : 'MsgLockerBankPublishedOffline'), Version }
    })
  })

  route(lockerBanks.settings, async ({ db, params }) => {
    const bank = await existing(visibleBanks(db).select('b.id').where('b.id', '=', params.lockerBankId))
    return settingsOfBank.rows(db, bank.id)
  })

  route(lockerBanks.saveSettings, async ({ db, tenant, caller, params, input, audit }) => {
    const bank = await lockedBank(db, params.lockerBankId)
    const wrong = whyNotSettings(LOCKER_BANK_SETTINGS, input)
    if (wrong) throw new Refusal(422, wrong.whyNot, { field: wrong.name })
    const before = await settingsOfBank.rows(db, bank.id)
    const key = { organisation_id: tenant.organisationId, locker_bank_id: bank.id, property_id: bank.property_id }
    const { changed } = await settingsOfBank.save(db, key, input)
    if (changed.length === 0) return { Message: t('MsgSettingsSaved') }
    const ofKiosk = changed.filter(({ Name }) => PUBLISHED_SETTINGS.some((setting) => setting.Name === Name))
    // The values of the other settings are not audited: e-mail addresses are personal data.
    const names = ofKiosk.map(({ Name }) => Name)
    const old = before.filter(({ Name }) => names.includes(Name))
    const detail = { changed: changed.map(({ Name }) => Name), before: valuesByName(old), after: valuesByName(ofKiosk) }
    await audit('locker bank settings changed', bank.id, detail)
    const limits = { before: limitsOf(bankSettings(valuesByName(before))), after: await terminalLimits(db, bank.id) }
    await notifyRaised({ db, tenant, caller }, mailer, { ...limits, bank: bank.name })
    return { Message: t(ofKiosk.length > 0 ? 'MsgKioskSettingsSaved' : 'MsgSettingsSaved') }
  })
}

const valuesByName = (rows: readonly { readonly Name: string; readonly Value: string }[]) =>
  Object.fromEntries(rows.map(({ Name, Value }) => [Name, Value]))
const limitsOf = ({ RemoteOpeningsPerMinute, RemoteOpeningsPerHour }: BankSettings) => ({
  RemoteOpeningsPerMinute,
  RemoteOpeningsPerHour,
})
/** How many lockers the terminal opens remotely, as its settings are saved. */
const terminalLimits = async (db: Db, lockerBankId: string) =>
  limitsOf(bankSettings(await settingsOfBank.saved(db, lockerBankId)))
/** The same as its kiosk has them, and after publishing. */
const publishedLimits = async (db: Db, lockerBankId: string) => ({
  before: limitsOf(await publishedSettings(db, lockerBankId)),
  after: await terminalLimits(db, lockerBankId),
})

async function publishingOf(db: Db, lockerBankId: string) {
  const hasChanged = await hasChangedSincePublished(db, lockerBankId)
  return { isAuthorised: (await apiKeyOf(db, lockerBankId)) !== undefined, hasChanged }
}
