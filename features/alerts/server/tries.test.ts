import { beforeEach, describe, expect, test } from 'vitest'
import { CODE, type Lobby, makeLobby, PIN } from '#apps/kiosk/testing/lobby.ts'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { agents } from '#features/agents/contract.ts'
import { session } from '#features/session/contract.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import { terminals } from '#features/terminal/contract.ts'
import type { Role } from '#platform/permissions.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { alerts } from '../contract.ts'
import { TRIES_SHOWN_MS } from '../rules.ts'
import { alertsSeenBy, saveSettings, type Watching, watching } from '../testing/watching.ts'

let server: TestServer
let lobby: Lobby
let watch: Watching
let terminal: string
eachOnServer(async (started, nth) => {
  server = started
  lobby = await makeLobby(server, `gate${nth}`)
  const input = {
    grant_type: 'client_credentials',
    client_id: lobby.key.ApiKey,
    client_secret: lobby.key.ApiSecret,
    scope: `${lobby.systemName} ${CREDENTIALS.lockerBank}`,
  }
  terminal = (await server.ask(session.token, { input })).body.access_token
})
beforeEach(async () => {
  watch = await watching(server)
  return async () => {
    await watch.stop()
    // Ends this bank's alerts before the next test.
    await lobby.asTenant((db) => db.updateTable('organisations').set({ is_active: false }).execute())
  }
})

const seen = () => alertsSeenBy(server, 'superadmin', lobby.systemName)
const openOnes = async () => (await seen()).open.map(({ Kind, UserName }) => [Kind, UserName])
const tellTo = (emails: string) => saveSettings(server, lobby.systemName, lobby.lockerBankId, { AlertEmails: emails })
const tryCode = async (AccessCode = '00000000') =>
  (await server.ask(terminals.collection, { token: terminal, input: { AccessCode } })).status
const tryPin = async (UserName: string, Pin = '000000') =>
  (await server.ask(terminals.signIn, { token: terminal, input: { UserName, Pin } })).status
/** Ends the delays of the terminal. */
const waited = () =>
  lobby.asTenant((db) =>
    db
      .updateTable('kiosk_delays')
      .set({ blocked_until: new Date(0) })
      .execute(),
  )
const times = async (count: number, work: () => Promise<number>) => {
  for (let i = 0; i < count; i += 1) {
    expect(await work()).toBe(422)
    await waited()
  }
}
const done = async (alertId: string) =>
  server.ask(alerts.done, { params: { alertId }, token: await tokenOf(server, 'mailroomstaff', lobby.systemName) })

describe('wrong access codes at a terminal', () => {
  test('alert once they delay it, with one e-mail, and notify open screens at once', async () => {
    await tellTo('desk@house.test')
    const notices: unknown[] = []
    const unsubscribe = server.live.subscribe((notice) => notices.push(notice))
    await times(4, tryCode)
    expect(await openOnes()).toEqual([])
    expect(notices.flat()).not.toContainEqual(expect.objectContaining({ topic: 'alerts' }))
    await times(4, tryCode)
    expect(await openOnes()).toEqual([['codes-tried', null]])
    await eventually(() => notices.flat()).toContainEqual(
      expect.objectContaining({ topic: 'alerts', lockerBankId: lobby.lockerBankId }),
    )
    unsubscribe()
    await watch.look()
    await times(1, tryCode)
    await watch.look()
    await eventually(() => watch.mails.map(({ subject }) => subject)).toEqual([
      'Lobby: Wrong access codes are being tried at the kiosk',
    ])
    expect(await openOnes()).toHaveLength(1)
  })

  test('followed by the right one do not alert', async () => {
    for (let i = 0; i < 8; i += 1) expect(await tryCode(CODE)).toBe(200)
    await times(4, tryCode)
    expect(await tryCode(CODE)).toBe(200)
    expect(await openOnes()).toEqual([])
  })

  test('are ended by staff, and further attempts begin a new alert', async () => {
    await times(5, tryCode)
    const [alert] = (await seen()).open
    expect(alert).toMatchObject({ Kind: 'codes-tried', IsEndedByStaff: true, LockerBankName: 'Lobby' })
    expect(await done(alert!.Id)).toMatchObject({ status: 200, body: { Message: 'The alert has ended.' } })
    await watch.look()
    expect(await seen()).toMatchObject({ open: [], ended: [{ Id: alert!.Id }] })
    await times(1, tryCode)
    expect(await openOnes()).toEqual([['codes-tried', null]])
  })

  test('are shown for a day', async () => {
    await times(5, tryCode)
    const letPass = (ms: number) =>
      lobby.asTenant((db) =>
        db
          .updateTable('alerts')
          .set({ began_at: new Date(Date.now() - ms) })
          .execute(),
      )
    await letPass(TRIES_SHOWN_MS - 60_000)
    await watch.look()
    expect(await openOnes()).toHaveLength(1)
    await letPass(TRIES_SHOWN_MS)
    await watch.look()
    expect(await openOnes()).toEqual([])
  })

  test('are not visible in another organisation', async () => {
    await times(5, tryCode)
    const [alert] = (await seen()).open
    const far = await seedOrganisation(server, `far${lobby.systemName}`)
    expect((await alertsSeenBy(server, 'superadmin', far.systemName)).open).toEqual([])
    const token = await tokenOf(server, 'superadmin', far.systemName)
    expect((await server.ask(alerts.done, { params: { alertId: alert!.Id }, token })).status).toBe(404)
  })
})

test('PINs tried with many names alert once they delay the terminal, and are audited', async () => {
  for (const name of ['ann', 'bob', 'cid', 'deliverer']) await times(1, () => tryPin(name))
  expect(await openOnes()).toEqual([])
  await times(2, () => tryPin('eve'))
  expect(await openOnes()).toEqual([['pins-tried', null]])
  const audited = await lobby.asTenant((db) =>
    db.selectFrom('audit').select(['action', 'detail']).where('action', 'like', 'wrong%').orderBy('id').execute(),
  )
  expect(audited).toEqual([5, 6].map((wrong) => ({ action: 'wrong PINs at the terminal', detail: { wrong } })))
})

describe('a login that is locked', () => {
  const lock = async (name: string) => {
    await times(10, () => tryPin(name))
    expect(await tryPin(name, PIN)).toBe(422)
    await waited()
  }
  const unlock = () => server.ask(agents.unlock, { token: lobby.token, params: { agentId: lobby.agents.deliverer } })
  const locked = async () => (await openOnes()).filter(([kind]) => kind === 'login-locked')

  test('alerts by one mail with its user name, until a manager unlocks it', async () => {
    await tellTo('desk@house.test')
    await lock('Deliverer')
    expect(await locked()).toEqual([['login-locked', 'deliverer']])
    await watch.look()
    await watch.look()
    await eventually(() => watch.mails.length).toBe(1)
    expect(watch.mails[0]!.text).toContain('Login deliverer is locked after wrong PINs, since ')
    expect(watch.mails[0]!.text).toContain('Wrong PINs are being tried at the kiosk, since ')

    const [alert] = (await seen()).open.filter(({ Kind }) => Kind === 'login-locked')
    expect(await done(alert!.Id)).toMatchObject({ status: 422, body: { Code: 'MsgAlertEndsItself' } })
    expect((await unlock()).status).toBe(200)
    await watch.look()
    expect(await locked()).toEqual([])
    expect((await seen()).ended).toMatchObject([{ Kind: 'login-locked', UserName: 'deliverer', IsEndedByStaff: false }])
  })

  test('has its agent for callers who may see agents', async () => {
    await lock('deliverer')
    const agentFor = async (role: Role) =>
      (await alertsSeenBy(server, role, lobby.systemName)).open.find(({ Kind }) => Kind === 'login-locked')?.AgentId
    expect(await agentFor('superadmin')).toBe(lobby.agents.deliverer)
    expect(await agentFor('propertymanager')).toBe(lobby.agents.deliverer)
    expect(await agentFor('mailroomstaff')).toBeNull()
    await unlock()
    await watch.look()
  })

  test('and locked again begins a new alert', async () => {
    await lock('deliverer')
    await unlock()
    await watch.look()
    await lock('deliverer')
    expect(await locked()).toHaveLength(1)
    expect((await seen()).ended).toHaveLength(1)
  })

  test('of a portal user, which cannot be unlocked, is ended by staff', async () => {
    await lock('concierge')
    const [alert] = (await seen()).open.filter(({ Kind }) => Kind === 'login-locked')
    expect(alert).toMatchObject({ UserName: 'concierge', IsEndedByStaff: true })
    expect((await done(alert!.Id)).status).toBe(200)
    await watch.look()
    expect(await locked()).toEqual([])
  })

  test('ends its alert when it is deleted', async () => {
    await lock('deliverer')
    const agentIds = [lobby.agents.deliverer]
    const deleted = await server.ask(agents.remove, { token: lobby.token, input: agentIds })
    expect(deleted.status).toBe(200)
    await watch.look()
    expect(await locked()).toEqual([])
    expect((await seen()).ended).toMatchObject([{ Kind: 'login-locked', UserName: null }])
  })
})
