import { generalSettings, saveSettings, settingRows } from '#features/general-settings/server/api.ts'
import { GENERAL_SETTINGS, IMPORT_SETTINGS, LINK_SETTINGS, SETTINGS } from '#features/general-settings/settings.ts'
import { SECTION_OF } from '#features/import-sources/contract.ts'
import { readSources, saveSources } from '#features/import-sources/server/api.ts'
import { OPENINGS_SETTING } from '#features/kiosks/ceilings.ts'
import { changePersonPerMinute } from '#features/openings/server/api.ts'
import { t as tSetting } from '#platform/messages.ts'
import { badInput, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { qrCode } from '#platform/server/qr-code.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { whyNotSettings } from '#platform/typed-settings.ts'
import { settings } from '../contract.ts'
import { t } from '../messages.ts'

export type SettingsDeps = { readonly publicUrl: string; readonly keys: Keys; readonly mailer: Mailer }

/** The general settings of an organisation (spec 3 §2, §5, §7). */
export function settingsRoutes(route: Router, { publicUrl, keys, mailer }: SettingsDeps) {
  route(settings.get, async ({ db }) => {
    const all = await settingRows(db)
    const isImport = (name: string) => IMPORT_SETTINGS.some(({ Name }) => Name === name)
    const links = await linkRows(db, publicUrl)
    const [Resident, Agent] = links.map(({ Value }) => ({ Address: Value, QrCode: qrCode(Value) }))
    return {
      generalSettings: [...all.filter(({ Name }) => !isImport(Name)), ...links],
      ImportSettings: all.filter(({ Name }) => isImport(Name)),
      ...(await readSources(db)),
      RegistrationLinks: { Resident: Resident!, Agent: Agent! },
    }
  })

  route(settings.support, async ({ db }) => ({ Email: (await generalSettings(db)).SupportEmail }))

  route(settings.save, async ({ db, tenant, caller, input, audit }) => {
    const links = await linkRows(db, publicUrl)
    const isLink = (one: { Name: string; Value: string }) =>
      links.some(({ Name, Value }) => Name === one.Name && Value === one.Value)
    const general = (input.GeneralSettings ?? []).filter((one) => !isLink(one))
    const values = [...general, ...(input.ImportSettings ?? [])]
    const isEmpty = values.length === 0 && !Object.values(SECTION_OF).some((section) => input[section])
    refuseIf(isEmpty ? tSetting('MsgSettingsMissing') : null)
    const wrong = whyNotSettings(GENERAL_SETTINGS, general) ?? whyNotSettings(IMPORT_SETTINGS, input.ImportSettings ?? [])
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

/** The addresses of the forms of self-registration as settings that cannot be changed. */
async function linkRows(db: Db, publicUrl: string) {
  const { system_name } = await db.selectFrom('organisations').select('system_name').executeTakeFirstOrThrow()
  return LINK_SETTINGS.map(({ kind, ...link }) => {
    const Value = `${publicUrl}/portal/#/${kind}/${encodeURIComponent(system_name)}/register`
    const shown = {
      Group: t('SectionLinks'),
      Description: t('HelpLinks'),
      ValueType: 'text' as const,
      Disabled: true,
      IsActive: true,
    }
    return { ...link, ...shown, Value, DefaultValue: Value }
  })
}
