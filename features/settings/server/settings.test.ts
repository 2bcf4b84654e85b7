import { beforeEach, describe, expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { GENERAL_SETTINGS, HOURS } from '#features/general-settings/settings.ts'
import { openings } from '#features/openings/contract.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import type { SettingRow } from '#platform/typed-settings.ts'
import { settings } from '../contract.ts'

let { server, riverside, harbour, manager, ofProperty } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (seeded) => {
  ;({ server, riverside, harbour, manager, ofProperty } = seeded)
})

const get = (organisationId = riverside.organisationId, token = manager) =>
  server.ask(settings.get, { token, params: { organisationId } })
const save = (values: object, token = manager) => {
  // In either case of the first letter, as every field.
  const generalSettings = Object.entries(values).map(([Name, Value]) => ({ Name, Value }))
  return server.ask(settings.save, { token, input: { generalSettings } as never })
}
const valuesOf = async () => {
  const rows: SettingRow[] = (await get()).body.generalSettings
  return Object.fromEntries(rows.map(({ Name, Value }) => [Name, Value]))
}
const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, riverside.organisationId, work)
beforeEach(() =>
  inRiverside(async (db) => {
    await db.deleteFrom('organisation_settings').execute()
    await db.updateTable('organisations').set({ culture: 'en-US', time_zone: 'America/New_York', is_active: true }).execute()
    await db.updateTable('opening_controls').set({ person_per_minute: 10, person_per_hour: 40 }).execute()
  }),
)

describe('general settings', () => {
  test('are eight with their defaults, and the addresses of self-registration', async () => {
    const { body } = await get()
    const names = body.generalSettings.map(({ Name }: SettingRow) => Name)
    expect(names).toEqual([...GENERAL_SETTINGS.map(({ Name }) => Name), 'ResidentRegistrationLink', 'AgentRegistrationLink'])
    expect(names).toHaveLength(8 + 2)
    const [resident, agent] = body.generalSettings.slice(8)
    expect(resident).toMatchObject({ Disabled: true, IsActive: true, Value: body.RegistrationLinks.Resident.Address })
    expect(agent).toMatchObject({ Disabled: true, Value: body.RegistrationLinks.Agent.Address })
    expect(body.generalSettings.every(({ IsActive }: SettingRow) => IsActive)).toBe(true)
    expect(await valuesOf()).toMatchObject({ Culture: 'en-US', SummaryHour: 'off', OpeningsPerMinute: '10', ImportDays: '365' })
    expect(body.RegistrationLinks).toMatchObject({
      Resident: {
        Address: 'http://127.0.0.1/portal/#/resident/riverside/register',
        QrCode: expect.stringMatching(/^data:image\/svg/),
      },
      Agent: { Address: 'http://127.0.0.1/portal/#/agent/riverside/register' },
    })
  })

  test('are saved where they belong, those left out stay, and the audit trail has no addresses', async () => {
    const change = { Culture: 'de-DE', SupportEmail: 'help@house.test', OpeningsPerMinute: 7, SummaryHour: '6:00AM' }
    expect((await save(change)).body.Message).toBe('Settings have been saved successfully.')
    await save({ ImportDays: '30' })
    expect(await valuesOf()).toMatchObject({ ...change, OpeningsPerMinute: '7', ImportDays: '30' })
    expect((await server.ask(openings.limits, { token: manager })).body.PersonPerMinute).toBe(7)
    expect((await server.ask(settings.support, { token: ofProperty })).body).toEqual({ Email: 'help@house.test' })
    const audit = await inRiverside((db) =>
      db.selectFrom('audit').select('detail').where('action', '=', 'general settings changed').orderBy('id').execute(),
    )
    expect(audit[0]?.detail).toMatchObject({ before: { Culture: 'en-US' }, after: { Culture: 'de-DE' } })
    expect(JSON.stringify(audit)).toContain('SupportEmail')
    expect(JSON.stringify(audit)).not.toContain('help@house.test')
  })

  test.each([
    [{ SupportEmail: '' }, 'All settings are compulsory.'],
    [{ SupportEmail: 'nobody' }, 'SupportEmail has invalid value'],
    [{ ReviewEmails: 'a@b.test; nobody' }, 'ReviewEmails has invalid value'],
    [{ SummaryHour: '6:30AM' }, 'SummaryHour has invalid value'],
    [{ Culture: 'tlh' }, 'Culture has invalid value'],
    [{ ImportDays: 6 }, 'ImportDays has invalid value'],
    [{ Unknown: 'x' }, 'Unknown has invalid value'],
  ])('are refused with %o, and nothing is saved', async (wrong, Message) => {
    const before = await valuesOf()
    expect(await save({ AlertEmails: 'night@house.test', ...wrong })).toMatchObject({ status: 422, body: { Message } })
    expect(await valuesOf()).toEqual(before)
  })

  test('are refused where somebody else has changed one since it was read, and others are not', async () => {
    const change = (Name: string, Value: string, Before: string) =>
      server.ask(settings.save, { token: manager, input: { generalSettings: [{ Name, Value, Before }] } as never })
    expect((await change('ImportDays', '30', '365')).status).toBe(200)
    expect(await change('ImportDays', '60', '365')).toMatchObject({ status: 409, body: { Code: 'MsgChangedElsewhere' } })
    expect((await change('ImportDays', '30', '365')).status).toBe(200)
    expect((await change('SummaryHour', '6:00AM', 'off')).status).toBe(200)
    expect(await valuesOf()).toMatchObject({ ImportDays: '30', SummaryHour: '6:00AM' })
  })

  test('are saved as they were read, with the addresses of self-registration, which cannot be changed', async () => {
    const { generalSettings } = (await get()).body
    const changed = generalSettings
      .filter(({ Value }: SettingRow) => Value)
      .map((row: SettingRow) => (row.Name === 'ImportDays' ? { ...row, Value: '99' } : row))
    expect(await server.ask(settings.save, { token: manager, input: { generalSettings: changed } as never })).toMatchObject({
      status: 200,
    })
    expect(await valuesOf()).toMatchObject({ ImportDays: '99' })
    const refused = { status: 422, body: { Message: 'ResidentRegistrationLink has invalid value' } }
    expect(await save({ ResidentRegistrationLink: 'https://elsewhere.test' })).toMatchObject(refused)
  })

  test('are eight: those of imports are a list of their own, and none is switched off', async () => {
    expect(await save({ ImportApply: 'true' })).toMatchObject({ status: 422, body: { Message: 'ImportApply has invalid value' } })
    const ask = (input: object) => server.ask(settings.save, { token: manager, input: input as never })
    expect((await ask({ ImportSettings: [{ Name: 'ImportApply', Value: 'true' }] })).status).toBe(200)
    expect((await get()).body.ImportSettings[0]).toMatchObject({ Name: 'ImportApply', Value: 'true' })
    expect((await ask({ ImportSettings: [{ Name: 'ImportDays', Value: '30' }] })).status).toBe(422)
    const off = { generalSettings: [{ Name: 'ImportDays', Value: '30', IsActive: false }] }
    expect(await ask(off)).toMatchObject({ status: 422, body: { Message: 'ImportDays has invalid value' } })
  })

  test('none at all is refused', async () => {
    expect((await save({})).body.Message).toBe('Please enter all settings')
  })

  test('a shown one cannot be changed here', async () => {
    const { IsSecondStepRequired } = (await server.ask(portalUsers.signInRules, { token: manager })).body
    expect(await save({ RequiresSecondStep: String(!IsSecondStepRequired) })).toMatchObject({
      status: 400,
      body: { Field: 'RequiresSecondStep' },
    })
    expect(await save({ RequiresSecondStep: String(IsSecondStepRequired), ImportDays: 20 })).toMatchObject({ status: 200 })
  })

  test('more openings in a minute than in an hour are refused', async () => {
    await inRiverside((db) => db.updateTable('opening_controls').set({ person_per_hour: 20 }).execute())
    expect(await save({ OpeningsPerMinute: 21 })).toMatchObject({ status: 422, body: { Code: 'MsgOpeningLimitHour' } })
  })

  test('belong to the organisation, and a property manager does not change them', async () => {
    expect((await get(harbour.organisationId)).status).toBe(403)
    expect((await save({ ImportDays: 20 }, ofProperty)).status).toBe(403)
    await save({ ImportDays: 20 })
    const ofHarbour = await get(harbour.organisationId, await tokenOf(server, 'organisationmanager', 'harbour'))
    expect(ofHarbour.body.generalSettings.find(({ Name }: SettingRow) => Name === 'ImportDays').Value).toBe('365')
  })

  test('two saves at once of different settings both stay', async () => {
    await Promise.all([save({ ImportDays: 20 }), save({ AlertEmails: 'night@house.test' }), save({ Culture: 'en-GB' })])
    expect(await valuesOf()).toMatchObject({ ImportDays: '20', AlertEmails: 'night@house.test', Culture: 'en-GB' })
  })
})

test('the daily summary has the hours 12:00AM to 11:00PM', () => {
  expect([HOURS[0], HOURS[1], HOURS[11], HOURS[12], HOURS[13], HOURS[23]]).toEqual([
    '12:00AM',
    '1:00AM',
    '11:00AM',
    '12:00PM',
    '1:00PM',
    '11:00PM',
  ])
  expect(new Set(HOURS).size).toBe(24)
})
