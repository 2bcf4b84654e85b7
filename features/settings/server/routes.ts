import { changePersonPerMinute } from '#features/openings/server/api.ts'
import type { RegistrationType } from '#features/registrations/rules.ts'
import { t as tSetting } from '#platform/messages.ts'
import { badInput, Refusal } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { qrCode } from '#platform/server/qr-code.ts'
import { whyNotSettings } from '#platform/typed-settings.ts'
import { settings } from '../contract.ts'
import { t } from '../messages.ts'
import { GENERAL_SETTINGS } from '../settings.ts'
import { generalSettings } from './api.ts'
import { saveSettings, settingRows } from './store.ts'

export type SettingsDeps = { readonly publicUrl: string }

/** The general settings of an organisation (spec 3 §2, §5, §7). */
export function settingsRoutes(route: Router, { publicUrl }: SettingsDeps) {
  route(settings.get, async ({ db }) => {
    const { system_name } = await db.selectFrom('organisations').select('system_name').executeTakeFirstOrThrow()
    const linkOf = (kind: RegistrationType) => {
      const Address = `${publicUrl}/portal/#/${kind}/${encodeURIComponent(system_name)}/register`
      return { Address, QrCode: qrCode(Address) }
    }
    return { generalSettings: await settingRows(db), RegistrationLinks: { Resident: linkOf('resident'), Agent: linkOf('agent') } }
  })

  route(settings.support, async ({ db }) => ({ Email: (await generalSettings(db)).SupportEmail }))

  route(settings.save, async ({ db, tenant, input: { GeneralSettings }, audit }) => {
    const wrong = whyNotSettings(GENERAL_SETTINGS, GeneralSettings)
    if (wrong) throw new Refusal(422, wrong.whyNot, { field: wrong.name })
    const { before, after } = await saveSettings(db, tenant, GeneralSettings)
    const disabled = GENERAL_SETTINGS.find((setting) => 'Disabled' in setting && setting.Name in after)
    if (disabled) throw badInput(tSetting('MsgSettingInvalid', { Name: disabled.Name }), disabled.Name)
    if (after.OpeningsPerMinute) await changePersonPerMinute(db, Number(after.OpeningsPerMinute))
    // E-mail addresses are personal data: the audit trail has the names of these settings only.
    const isPublic = ([name]: [string, unknown]) => !/Emails?$/.test(name)
    const publicOf = (values: object) => Object.fromEntries(Object.entries(values).filter(isPublic))
    const detail = { changed: Object.keys(after), before: publicOf(before), after: publicOf(after) }
    if (detail.changed.length > 0) await audit('general settings changed', tenant.organisationId, detail)
    return { Message: t('MsgGeneralSettingsSaved') }
  })
}
