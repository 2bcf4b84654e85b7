import { SECTION_OF } from '#features/import-sources/contract.ts'
import { readSources, saveSources } from '#features/import-sources/server/api.ts'
import { OPENINGS_SETTING } from '#features/openings/ceilings.ts'
import { changePersonPerMinute } from '#features/openings/server/api.ts'
import type { RegistrationType } from '#features/registrations/rules.ts'
import { t as tSetting } from '#platform/messages.ts'
import { badInput, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import { qrCode } from '#platform/server/qr-code.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { whyNotSettings } from '#platform/typed-settings.ts'
import { settings } from '../contract.ts'
import { t } from '../messages.ts'
import { IMPORT_SETTINGS, SETTINGS } from '../settings.ts'
import { generalSettings } from './api.ts'
import { saveSettings, settingRows } from './store.ts'

export type SettingsDeps = { readonly publicUrl: string; readonly keys: Keys; readonly mailer: Mailer }

/** The general settings of an organisation (spec 3 §2, §5, §7). */
export function settingsRoutes(route: Router, { publicUrl, keys, mailer }: SettingsDeps) {
  route(settings.get, async ({ db }) => {
    const { system_name } = await db.selectFrom('organisations').select('system_name').executeTakeFirstOrThrow()
    const linkOf = (kind: RegistrationType) => {
      const Address = `${publicUrl}/portal/#/${kind}/${encodeURIComponent(system_name)}/register`
      return { Address, QrCode: qrCode(Address) }
    }
    const all = await settingRows(db)
    const isImport = (name: string) => IMPORT_SETTINGS.some(({ Name }) => Name === name)
    return {
      generalSettings: all.filter(({ Name }) => !isImport(Name)),
      ImportSettings: all.filter(({ Name }) => isImport(Name)),
      ...(await readSources(db)),
      RegistrationLinks: { Resident: linkOf('resident'), Agent: linkOf('agent') },
    }
  })

  route(settings.support, async ({ db }) => ({ Email: (await generalSettings(db)).SupportEmail }))

  route(settings.save, async ({ db, tenant, caller, input, audit }) => {
    const values = input.GeneralSettings ?? []
    refuseIf(
      values.length === 0 && !Object.values(SECTION_OF).some((section) => input[section]) ? tSetting('MsgSettingsMissing') : null,
    )
    const wrong = whyNotSettings(SETTINGS, values)
    if (wrong) throw new Refusal(422, wrong.whyNot, { field: wrong.name })
    const { before, after } = await saveSettings(db, tenant, values)
    const disabled = SETTINGS.find((setting) => 'Disabled' in setting && setting.Name in after)
    if (disabled) throw badInput(tSetting('MsgSettingInvalid', { Name: disabled.Name }), disabled.Name)
    const openings = after[OPENINGS_SETTING]
    if (openings) await changePersonPerMinute({ db, tenant, caller }, mailer, Number(openings))
    // E-mail addresses are personal data: the audit trail has the names of these settings only.
    const isPublic = ([name]: [string, unknown]) => !/Emails?$/.test(name)
    const publicOf = (values: object) => Object.fromEntries(Object.entries(values).filter(isPublic))
    const detail = { changed: Object.keys(after), before: publicOf(before), after: publicOf(after) }
    if (detail.changed.length > 0) await audit('general settings changed', tenant.organisationId, detail)
    const sources = await saveSources(db, input, { organisationId: tenant.organisationId, keys })
    for (const [source, change] of Object.entries(sources))
      await audit('import source changed', tenant.organisationId, { source, ...change })
    return { Message: t('MsgGeneralSettingsSaved') }
  })
}
