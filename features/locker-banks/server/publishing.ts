import { statusOf } from '#features/kiosks/rules.ts'
import type { KioskLink } from '#features/kiosks/server/api.ts'
import { plainMessage } from '#platform/define-messages.ts'
import { existing } from '#platform/server/entities.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { whyNotSettings } from '#platform/typed-settings.ts'
import { lockerBanks } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotPublish } from '../rules.ts'
import { LOCKER_BANK_SETTINGS, PUBLISHED_SETTINGS } from '../settings.ts'
import { apiKeyOf } from './authorisation.ts'
import { configurationOf, hasChangedSincePublished } from './configuration.ts'
import { saveSettings, settingRows } from './settings.ts'
import { lockedBank, visibleBanks } from './store.ts'

/** A bank's settings, and publishing them to its kiosk with layout and theme (spec 1 §2, §4, §7). */
export function publishingRoutes(route: Router, { kiosks }: { readonly kiosks: Pick<KioskLink, 'publishConfig'> }) {
  route(lockerBanks.canPublish, async ({ db, params }) => {
    const publishing = await publishingOf(db, params.lockerBankId)
    const whyNot = whyNotPublish(publishing)
    return { CanPublish: whyNot === null, HasChanged: publishing.hasChanged, Reason: whyNot ?? plainMessage('') }
  })

  route(lockerBanks.publish, async (context) => {
    const { db, params, now, audit } = context
    // Concurrent publishing and layout saves wait, so that the configuration is one consistent state.
    const bank = await lockedBank(db, params.lockerBankId)
    refuseIf(whyNotPublish(await publishingOf(db, bank.id)))
    const { Version } = await kiosks.publishConfig(context, bank.id, await configurationOf(db, bank.id))
    await audit('locker bank published', bank.id, { version: Version })
    const isOnline = statusOf(bank, now) === 'ONLINE'
    return { Message: t(isOnline ? 'MsgLockerBankPublished' : 'MsgLockerBankPublishedOffline'), Version }
  })

  route(lockerBanks.settings, async ({ db, params }) => {
    const bank = await existing(visibleBanks(db).select('b.id').where('b.id', '=', params.lockerBankId))
    return settingRows(db, bank.id)
  })

  route(lockerBanks.saveSettings, async ({ db, tenant, params, input, audit }) => {
    const bank = await lockedBank(db, params.lockerBankId)
    const wrong = whyNotSettings(LOCKER_BANK_SETTINGS, input)
    if (wrong) throw new Refusal(422, wrong.whyNot, { field: wrong.name })
    const changed = await saveSettings(db, tenant, bank, input)
    if (changed.length === 0) return { Message: t('MsgSettingsSaved') }
    const ofKiosk = changed.filter(({ Name }) => PUBLISHED_SETTINGS.some((setting) => setting.Name === Name))
    // The values of the other settings are not audited: e-mail addresses are personal data.
    const values = Object.fromEntries(ofKiosk.map(({ Name, Value }) => [Name, Value]))
    await audit('locker bank settings changed', bank.id, { changed: changed.map(({ Name }) => Name), values })
    return { Message: t(ofKiosk.length > 0 ? 'MsgKioskSettingsSaved' : 'MsgSettingsSaved') }
  })
}

async function publishingOf(db: Db, lockerBankId: string) {
  const hasChanged = await hasChangedSincePublished(db, lockerBankId)
  return { isAuthorised: (await apiKeyOf(db, lockerBankId)) !== undefined, hasChanged }
}
