import { statusOf } from '#features/kiosks/rules.ts'
import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { Db } from '#platform/server/db.ts'
import { found, Refused, refuse } from '#platform/server/refusal.ts'
import type { Serve } from '#platform/server/serve.ts'
import { whyNotSettings } from '#platform/typed-settings.ts'
import { lockerBanks } from '../contract.ts'
import { say } from '../messages.ts'
import { whyNotPublish } from '../rules.ts'
import { LOCKER_BANK_SETTINGS, PUBLISHED_SETTINGS } from '../settings.ts'
import { keyOf } from './authorisation.ts'
import { configurationOf, hasChangedSincePublished } from './configuration.ts'
import { saveSettings, settingRows } from './settings.ts'
import { lockedBank, visibleBanks } from './store.ts'

/** A bank's settings, and sending them to its kiosk with layout and theme (spec 1 §2, §4, §7). */
export function publishingRoutes(serve: Serve, { kiosks }: { readonly kiosks: Pick<KioskLink, 'publishConfig'> }) {
  serve(lockerBanks.canPublish, async ({ db, params }) => {
    const publishing = await publishingOf(db, params.lockerBankId)
    const whyNot = whyNotPublish(publishing)
    return { CanPublish: whyNot === null, HasChanged: publishing.hasChanged, Reason: whyNot?.text ?? '' }
  })

  serve(lockerBanks.publish, async ({ db, tenant, params, now, audit, afterCommit }) => {
    // Whoever else publishes this bank or saves its layout waits, so that what is sent is one state of it.
    const bank = await lockedBank(db, params.lockerBankId)
    refuse(whyNotPublish(await publishingOf(db, bank.id)))
    const { Version } = await kiosks.publishConfig(
      { db, tenant, now, audit, afterCommit },
      bank.id,
      await configurationOf(db, bank.id),
    )
    await audit('locker bank published', bank.id, { version: Version })
    const isOnline = statusOf(bank, now) === 'ONLINE'
    return { Message: say(isOnline ? 'MsgLockerBankPublished' : 'MsgLockerBankPublishedOffline').text, Version }
  })

  serve(lockerBanks.settings, async ({ db, params }) => {
    const bank = found(await visibleBanks(db).select('b.id').where('b.id', '=', params.lockerBankId).executeTakeFirst())
    return settingRows(db, bank.id)
  })

  serve(lockerBanks.saveSettings, async ({ db, tenant, params, input, audit }) => {
    const bank = await lockedBank(db, params.lockerBankId)
    const wrong = whyNotSettings(LOCKER_BANK_SETTINGS, input)
    if (wrong) throw new Refused(422, wrong.whyNot, { field: wrong.name })
    const changed = await saveSettings(db, tenant, bank, input)
    if (changed.length === 0) return { Message: say('MsgSettingsSaved').text }
    const ofKiosk = changed.filter(({ Name }) => PUBLISHED_SETTINGS.some((setting) => setting.Name === Name))
    // Of the others the names alone: addresses are people's.
    const values = Object.fromEntries(ofKiosk.map(({ Name, Value }) => [Name, Value]))
    await audit('locker bank settings changed', bank.id, { changed: changed.map(({ Name }) => Name), values })
    return { Message: say(ofKiosk.length > 0 ? 'MsgKioskSettingsSaved' : 'MsgSettingsSaved').text }
  })
}

async function publishingOf(db: Db, lockerBankId: string) {
  const hasChanged = await hasChangedSincePublished(db, lockerBankId)
  return { isAuthorised: (await keyOf(db, lockerBankId)) !== undefined, hasChanged }
}
