import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Lobby, makeLobby } from '#apps/kiosk/testing/lobby.ts'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { LOCKER_BANK_SETTINGS, PUBLISHED_SETTINGS } from '#features/kiosks/bank-settings.ts'
import type { Config } from '#features/kiosks/protocol.ts'
import { mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { DEFAULT_THEME } from '#features/kiosks/theme.ts'
import { layouts } from '#features/layout/contract.ts'
import { newId } from '#platform/ids.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import type { SettingRow } from '#platform/typed-settings.ts'
import { lockerBanks, pageOfText } from '../contract.ts'

let server: TestServer
let lobby: Lobby
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
let number = 0
beforeEach(async () => {
  number += 1
  lobby = await makeLobby(server, `tower${number}`)
})

const ask = (op: keyof typeof lockerBanks, input?: unknown, { id = lobby.lockerBankId, token = lobby.token } = {}) =>
  server.ask(lockerBanks[op], { params: { lockerBankId: id }, token, input })
const save = (...values: [string, unknown][]) =>
  ask(
    'saveSettings',
    values.map(([Name, Value]) => ({ Name, Value })),
  )
const valueNow = async (name: string) =>
  ((await ask('settings')).body as SettingRow[]).find((setting) => setting.Name === name)?.Value
const canPublish = async () => (await ask('canPublish')).body
const published = () =>
  lobby.asTenant(async (db) => {
    const row = await db.selectFrom('kiosk_configs').select(['version', 'content']).executeTakeFirstOrThrow()
    return { version: row.version, content: row.content as Config }
  })
const kioskOf = async () => {
  const kiosk = await mqttKiosk(server, lobby.lockerBankId, lobby.key.ApiSecret)
  onTestFinished(() => void kiosk.client.end(true))
  return { ...kiosk, versions: () => kiosk.received<Config>('config').map(({ Version }) => Version) }
}

describe('the settings of a locker bank', () => {
  test('are returned completely, each with its default until it is saved', async () => {
    const { body } = await ask('settings')
    expect(body).toEqual(
      LOCKER_BANK_SETTINGS.map(({ Group, Label, Description, Value, ...setting }) => ({
        ...setting,
        Group: Group.text,
        Label: Label.text,
        Description: Description.text,
        Value,
        DefaultValue: Value,
        Disabled: false,
        IsActive: true,
      })),
    )
    expect(await save(['HeartbeatSeconds', 15], ['AlertEmails', ' a@b.test;c@d.test '])).toMatchObject({ status: 200 })
    expect(await valueNow('HeartbeatSeconds')).toBe('15')
    expect(await valueNow('AlertEmails')).toBe('a@b.test;c@d.test')
    expect(await valueNow('OpenRetries')).toBe('1')
  })

  test('that are missing in a save are unchanged, and a reset one has its default again', async () => {
    await save(['HeartbeatSeconds', '15'], ['OpenRetries', '3'])
    await save(['HeartbeatSeconds', '30'])
    expect([await valueNow('HeartbeatSeconds'), await valueNow('OpenRetries')]).toEqual(['30', '3'])
    const rows = () => lobby.asTenant((db) => db.selectFrom('locker_bank_settings').select(['name', 'value']).execute())
    expect(await rows()).toEqual([{ name: 'OpenRetries', value: '3' }])
  })

  test('are refused with the validator’s message at their field, and then nothing is saved', async () => {
    const refused = (Message: string, Field?: string) => ({ status: 422, body: { Message, ...(Field && { Field }) } })
    expect(await save(['OpenRetries', '2'], ['HeartbeatSeconds', '4'])).toMatchObject(
      refused('HeartbeatSeconds has invalid value', 'HeartbeatSeconds'),
    )
    expect(await save(['OpenRetries', ''])).toMatchObject(refused('All settings are compulsory.', 'OpenRetries'))
    expect(await save(['AlertEmails', 'nobody'])).toMatchObject(refused('AlertEmails has invalid value', 'AlertEmails'))
    expect(await save(['Colour', 'red'])).toMatchObject(refused('Colour has invalid value', 'Colour'))
    expect(await save()).toMatchObject({ status: 400, body: { Message: 'Please enter all settings' } })
    expect(await valueNow('OpenRetries')).toBe('1')
  })

  test('require the permission to edit the bank, and are 404 for a foreign or missing one', async () => {
    for (const op of ['settings', 'saveSettings'] as const) {
      const input = op === 'saveSettings' ? [{ Name: 'OpenRetries', Value: '2' }] : undefined
      const as = async (role: 'mailroomstaff' | 'organisationmanager') => tokenOf(server, role, lobby.systemName)
      expect((await ask(op, input, { token: await as('mailroomstaff') })).status).toBe(403)
      expect((await ask(op, input, { token: await as('organisationmanager') })).status).toBe(200)
      const foreign = await makeLobby(server, `other${number}${op.toLowerCase()}`)
      expect((await ask(op, input, { token: foreign.token })).status).toBe(404)
      expect((await ask(op, input, { id: newId() })).status).toBe(404)
    }
  })

  test('are audited by name, those of the kiosk with their values, e-mail addresses never', async () => {
    await save(['OpenRetries', '2'], ['AlertEmails', 'a@b.test'])
    await save(['OpenRetries', '2'])
    const rows = await lobby.asTenant((db) =>
      db.selectFrom('audit').select('detail').where('action', '=', 'locker bank settings changed').execute(),
    )
    expect(rows).toEqual([
      { detail: { changed: ['OpenRetries', 'AlertEmails'], before: { OpenRetries: '1' }, after: { OpenRetries: '2' } } },
    ])
  })

  test('must be published when the kiosk uses them, not when only the server does', async () => {
    expect((await save(['OpenRetries', '2'])).body.Message).toContain('once the locker bank is published')
    expect((await ask('publish')).status).toBe(200)
    expect((await save(['NearlyFullPercent', '80'])).body.Message).toBe('Settings have been saved successfully.')
    expect(await canPublish()).toMatchObject({ CanPublish: false })
  })
})

describe('publishing', () => {
  test('sends layout, settings and theme as the next version, by the broker and on request', async () => {
    const kiosk = await kioskOf()
    await save(['HeartbeatSeconds', '20'])
    expect((await ask('publish')).body).toMatchObject({ Version: 2 })
    await eventually(kiosk.versions).toContain(2)
    const sent = kiosk.received<Config>('config').at(-1)!
    expect(sent.Theme).toEqual(DEFAULT_THEME)
    expect(sent.Settings).toEqual(
      Object.fromEntries(PUBLISHED_SETTINGS.map(({ Name, Value }) => [Name, Name === 'HeartbeatSeconds' ? '20' : Value])),
    )
    expect(sent.Layout.flatMap((column) => column.LockerCollection).map(({ LockerName }) => LockerName)).toEqual(
      Object.keys(lobby.lockers),
    )
    expect((await published()).version).toBe(2)
  })

  test('requires a change, an authorised bank and the permission', async () => {
    const refusal = 'Nothing has changed since it was last published.'
    expect(await canPublish()).toEqual({ CanPublish: false, HasChanged: false, Reason: refusal })
    expect(await ask('publish')).toMatchObject({ status: 422, body: { Message: refusal } })
    await save(['OpenRetries', '2'])
    const token = await tokenOf(server, 'mailroomstaff', lobby.systemName)
    expect((await ask('publish', undefined, { token })).status).toBe(403)
    await ask('deauthorise')
    expect(await ask('publish')).toMatchObject({ status: 422, body: { Message: 'The locker bank is not authorised.' } })
    expect((await ask('publish', undefined, { id: newId() })).status).toBe(404)
    expect((await published()).version).toBe(1)
  })

  test('reports an OFFLINE bank, whose kiosk gets the configuration when it reconnects', async () => {
    await save(['OpenRetries', '2'])
    expect((await ask('publish')).body.Message).toContain('OFFLINE')
    const kiosk = await kioskOf()
    await eventually(kiosk.versions).toEqual([2])
    await kiosk.beat({ ConfigVersion: 2 })
    await eventually(lobby.isOnline).toBe(true)
    await save(['OpenRetries', '3'])
    expect((await ask('publish')).body.Message).toBe('The locker bank has been published.')
  })

  test('happens once for two concurrent requests', async () => {
    await save(['OpenRetries', '2'])
    const answers = await Promise.all([ask('publish'), ask('publish'), ask('publish')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect((await published()).version).toBe(2)
  })

  test('during a save of the layout sends one consistent state', async () => {
    const lockers = Object.values(lobby.lockers)
    const saveLayout = (prefix: string) =>
      server.ask(layouts.save, {
        token: lobby.token,
        params: { lockerBankId: lobby.lockerBankId },
        input: [
          {
            ColumnName: 'Column1',
            LockerCollection: lockers.map((Id, i) => ({
              Id,
              LockerName: `${prefix}${i + 1}`,
              Size: i === 2 ? 3 : 2,
              LockerType: 'locker',
              LockerMode: i === 3 ? 2 : 0,
            })),
          },
        ],
      })
    for (const prefix of ['A', 'B', 'C', 'D', 'E', 'F']) {
      const [saved] = await Promise.all([saveLayout(prefix), ask('publish')])
      expect(saved.status).toBe(200)
      const { content } = await published()
      const names = content.Layout.flatMap((column) => column.LockerCollection).map(({ LockerName }) => LockerName)
      expect(new Set(names.map((name) => name[0])).size).toBe(1)
      if (names[0] !== `${prefix}1`) expect(await canPublish()).toEqual({ CanPublish: true, HasChanged: true, Reason: '' })
    }
  })

  test('is audited with its version', async () => {
    await save(['OpenRetries', '2'])
    await ask('publish')
    const rows = await lobby.asTenant((db) =>
      db.selectFrom('audit').select('detail').where('action', '=', 'locker bank published').execute(),
    )
    expect(rows).toEqual([{ detail: { version: 2 } }])
  })
})

test('the kiosk’s version is returned with the published one, also after the kiosk has disconnected', async () => {
  const shown = async () => {
    const { body } = await server.ask(lockerBanks.page, { token: lobby.token, input: {} })
    const [{ ConfigVersion, PublishedVersion } = {}] = pageOfText(body).Data
    const { body: bank } = await ask('get')
    expect(bank).toMatchObject({ ConfigVersion, PublishedVersion })
    return [ConfigVersion, PublishedVersion]
  }
  expect(await shown()).toEqual([0, 1])
  const kiosk = await kioskOf()
  const news: unknown[] = []
  onTestFinished(server.live.subscribe((change) => news.push(...[change].flat())))
  await kiosk.beat({ ConfigVersion: 1 })
  await eventually(shown).toEqual([1, 1])
  await save(['OpenRetries', '2'])
  await ask('publish')
  expect(await shown()).toEqual([1, 2])
  news.length = 0
  await kiosk.beat({ ConfigVersion: 2 })
  await eventually(shown).toEqual([2, 2])
  await eventually(() => news).toContainEqual(expect.objectContaining({ lockerBankId: lobby.lockerBankId, topic: 'status' }))
  // Its last will was written when it connected, with version 0.
  kiosk.client.stream.destroy()
  await eventually(lobby.isOnline).toBe(false)
  expect(await shown()).toEqual([2, 2])
})
