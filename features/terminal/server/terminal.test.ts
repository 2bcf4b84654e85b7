import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CODE, type Lobby, makeLobby, PIN } from '#apps/kiosk/testing/lobby.ts'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { kiosks } from '#features/kiosks/contract.ts'
import { WRONG_PINS_THAT_LOCK } from '#features/kiosks/rules.ts'
import { purgeKioskRows } from '#features/kiosks/server/retention.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { session } from '#features/session/contract.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import { terminals } from '#features/terminal/contract.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import { purgeTerminalRows } from './retention.ts'

const SMALL = LOCKER_SIZES.small.value
let server: TestServer
let lobby: Lobby
let token: string
eachOnServer(async (started, nth) => {
  server = started
  lobby = await makeLobby(server, `hall${nth}`)
  token = await tokenOf(lobby)
})

async function tokenOf({ key, systemName }: Lobby): Promise<string> {
  const input = {
    grant_type: 'client_credentials',
    client_id: key.ApiKey,
    client_secret: key.ApiSecret,
    scope: `${systemName} ${CREDENTIALS.lockerBank}`,
  }
  return (await server.ask(session.token, { input })).body.access_token
}
const ask = (op: Operation, input: object = {}, { as = token, params = {} } = {}) =>
  server.ask(op, { input: op.method === 'GET' || op.method === 'DELETE' ? undefined : input, token: as, params })
const signIn = async (UserName: string) => (await ask(terminals.signIn, { UserName, Pin: PIN })).body.SessionId as string
const reservation = (SessionId: string, change: object = {}) => ({
  SessionId,
  ReservationId: newId(),
  PackageId: newId(),
  ResidentId: lobby.adaId,
  Size: SMALL,
  ...change,
})
const refused = (Code: string) => ({ status: 422, body: { Code } })

test('a kiosk gets its identity, the time and the published configuration, and needs its own token', async () => {
  const before = Date.now()
  const { body } = await ask(kiosks.configuration)
  expect(body).toMatchObject({ LockerBankId: lobby.lockerBankId, OrganisationId: lobby.organisationId, HeartbeatSeconds: 30 })
  expect(Date.parse(body.ServerTime)).toBeGreaterThanOrEqual(before)
  expect(body.Config).toMatchObject({ Version: 1, LockerBank: { Code: 'RB-01' } })
  expect((await ask(kiosks.configuration, {}, { as: lobby.token })).status).toBe(403)
})

test('repeating a reservation returns the same locker', async () => {
  const SessionId = await signIn('deliverer')
  const one = reservation(SessionId)
  const first = await ask(terminals.reserve, one)
  expect(first.body).toMatchObject({
    LockerName: 'L1',
    SerialNumber: 'SN-L1',
    RecipientName: 'Ada Byron',
    PackageId: one.PackageId,
  })
  expect((await ask(terminals.reserve, one)).body).toEqual(first.body)
  expect((await ask(terminals.reserve, reservation(SessionId))).body.LockerName).toBe('L2')
})

test('concurrent reservations each get their own locker, and the rest none', async () => {
  const SessionId = await signIn('deliverer')
  const replies = await Promise.all(Array.from({ length: 10 }, () => ask(terminals.reserve, reservation(SessionId))))
  const lockerNames = replies.filter(({ status }) => status === 200).map(({ body }) => body.LockerName)
  expect(lockerNames.toSorted()).toEqual(['L1', 'L2', 'L3'])
  expect(replies.filter(({ status }) => status !== 200).map(({ body }) => body.Code)).toEqual(Array(7).fill('MsgNoFreeLocker'))
})

test('a returned or expired reservation frees its locker', async () => {
  const SessionId = await signIn('deliverer')
  const one = reservation(SessionId)
  await ask(terminals.reserve, one)
  expect((await ask(terminals.giveBack, {}, { params: { id: one.ReservationId } })).status).toBe(200)
  expect((await ask(terminals.giveBack, {}, { params: { id: one.ReservationId } })).status).toBe(200)
  expect((await ask(terminals.reserve, reservation(SessionId))).body.LockerName).toBe('L1')
  await lobby.asTenant((db) =>
    db
      .updateTable('lockers')
      .set({ reserved_until: new Date(Date.now() - 1) })
      .execute(),
  )
  expect((await ask(terminals.reserve, reservation(SessionId))).body.LockerName).toBe('L1')
})

test('a session ends by signing out, by time, and when its person loses the right', async () => {
  const ended = refused('MsgTerminalSessionEnded')
  const out = await signIn('deliverer')
  await ask(terminals.signOut, { SessionId: out })
  expect(await ask(terminals.reserve, reservation(out))).toMatchObject(ended)
  const late = await signIn('deliverer')
  await lobby.asTenant((db) => db.updateTable('kiosk_sessions').set({ expires_at: new Date() }).execute())
  expect(await ask(terminals.recovery, { SessionId: late })).toMatchObject(ended)
  const locked = await signIn('deliverer')
  const setLocked = (is_locked: boolean) => lobby.asTenant((db) => db.updateTable('kiosk_logins').set({ is_locked }).execute())
  await setLocked(true)
  expect(await ask(terminals.reserve, reservation(locked))).toMatchObject(ended)
  await setLocked(false)
  const gone = await signIn('deliverer')
  await lobby.asTenant((db) => db.updateTable('agents').set({ is_active: false }).execute())
  expect(await ask(terminals.confirmation, { SessionId: gone })).toMatchObject(ended)
  expect(await ask(terminals.recipients, { SessionId: newId(), UnitNumber: '12A' })).toMatchObject(ended)
})

test('staff of an inactive organisation do not sign in and their sessions end, while agents go on', async () => {
  const [staff, agent] = [await signIn('concierge'), await signIn('deliverer')]
  expect(staff).toBeTruthy()
  await lobby.asTenant((db) => db.updateTable('organisations').set({ is_active: false }).execute())
  expect(await ask(terminals.signIn, { UserName: 'concierge', Pin: PIN })).toMatchObject({ status: 422 })
  expect(await ask(terminals.recipients, { SessionId: staff, UnitNumber: '12A' })).toMatchObject(
    refused('MsgTerminalSessionEnded'),
  )
  expect((await ask(terminals.reserve, reservation(agent))).status).toBe(200)
  expect(await signIn('deliverer')).toBeTruthy()
})

test('wrong PINs that lock a login end its sessions, which do not go on when it is unlocked', async () => {
  const running = await signIn('deliverer')
  const setLogin = (values: { wrong_pins: number; is_locked: boolean }) =>
    lobby.asTenant((db) => db.updateTable('kiosk_logins').set(values).where('user_name', '=', 'deliverer').execute())
  await setLogin({ wrong_pins: WRONG_PINS_THAT_LOCK - 2, is_locked: false })
  expect(await ask(terminals.signIn, { UserName: 'deliverer', Pin: '000000' })).toMatchObject(refused('MsgPinWrong'))
  expect((await ask(terminals.recovery, { SessionId: running })).status).toBe(200)
  await lobby.asTenant((db) => db.deleteFrom('kiosk_delays').execute())
  expect(await ask(terminals.signIn, { UserName: 'deliverer', Pin: '000001' })).toMatchObject(refused('MsgPinWrong'))
  await setLogin({ wrong_pins: 0, is_locked: false })
  expect(await ask(terminals.recovery, { SessionId: running })).toMatchObject(refused('MsgTerminalSessionEnded'))
})

test('a sign-in changes the row of the login, so that an undone unlocking sees that it was used', async () => {
  await lobby.asTenant((db) => db.updateTable('agents').set({ is_active: true }).execute())
  const version = async () =>
    (
      await lobby.asTenant((db) =>
        sql<{ xmin: string }>`select xmin::text from kiosk_logins where user_name = 'deliverer'`.execute(db),
      )
    ).rows[0]?.xmin
  const before = await version()
  expect(await signIn('deliverer')).toMatch(/./)
  expect(await version()).not.toBe(before)
})

test('a session is not valid at another terminal', async () => {
  const other = await makeLobby(server, `${lobby.systemName}b`)
  const SessionId = await signIn('deliverer')
  expect(await ask(terminals.recovery, { SessionId }, { as: await tokenOf(other) })).toMatchObject(
    refused('MsgTerminalSessionEnded'),
  )
})

test('refuses an agent of another property only, with the message of a wrong PIN', async () => {
  const elsewhere = lobby.properties[1]!.id
  await lobby.asTenant((db) =>
    db.updateTable('agent_properties').set({ property_id: elsewhere }).where('agent_id', '=', lobby.agents.deliverer).execute(),
  )
  expect(await ask(terminals.signIn, { UserName: 'deliverer', Pin: PIN })).toMatchObject(refused('MsgPinWrong'))
})

test('an agent finds active residents of this property by unit or the beginning of a name, and does not browse', async () => {
  const SessionId = await signIn('deliverer')
  const find = async (by: object) => {
    const { status, body } = await ask(terminals.recipients, { SessionId, ...by })
    return status === 200 ? body.map(({ Name }: { Name: string }) => Name) : body.Code
  }
  expect(await find({ UnitNumber: '12a' })).toEqual(['Ada Byron'])
  expect(await find({ Name: 'by' })).toEqual(['Ada Byron', 'Alan Byers'])
  expect(await find({ Name: 'ada b' })).toEqual(['Ada Byron'])
  expect(await find({ Name: 'by', UnitNumber: '12B' })).toEqual(['Alan Byers'])
  expect(await find({ Name: '%%' })).toEqual([])
  expect(await find({ Name: 'a' })).toBe('MsgRecipientNeeded')
  expect(await find({})).toBe('MsgRecipientNeeded')
  await lobby.asTenant((db) => db.updateTable('residents').set({ is_active: false }).where('id', '=', lobby.adaId).execute())
  expect(await find({ UnitNumber: '12A' })).toEqual([])
  expect((await ask(terminals.reserve, reservation(SessionId))).status).toBe(404)
})

test('the number of a package from the mailroom has at most 50 characters', async () => {
  const SessionId = await signIn('concierge')
  const load = (PackageNumber: string) =>
    ask(terminals.reserveForMailroomPackage, { SessionId, ReservationId: newId(), PackageNumber, Size: SMALL })
  expect(await load('1'.repeat(50))).toMatchObject({ status: 404 })
  const long = await load('1'.repeat(51))
  expect(long).toMatchObject({ status: 400, body: { Message: 'Package number cannot be more than 50 characters!' } })
  expect(await load(' ')).toMatchObject({ status: 400, body: { Message: 'Package number cannot be empty' } })
})

test('old wrong attempts are reset', async () => {
  for (const _ of [1, 2, 3, 4, 5]) await ask(terminals.collection, { AccessCode: '00000000' })
  expect((await ask(terminals.collection, { AccessCode: CODE })).status).toBe(429)
  const audited = await lobby.asTenant((db) =>
    db.selectFrom('audit').select('action').where('action', 'like', 'wrong%').execute(),
  )
  expect(audited).toEqual([{ action: 'wrong access codes at the terminal' }])
  const longAgo = new Date(Date.now() - 3_700_000)
  await lobby.asTenant((db) => db.updateTable('kiosk_delays').set({ last_at: longAgo, blocked_until: longAgo }).execute())
  expect((await ask(terminals.collection, { AccessCode: '00000000' })).status).toBe(422)
  expect((await ask(terminals.collection, { AccessCode: CODE })).status).toBe(200)
})

test('concurrent PIN attempts are counted one by one', async () => {
  const tries = await Promise.all(
    Array.from({ length: 8 }, (_, i) => ask(terminals.signIn, { UserName: 'deliverer', Pin: String(100_000 + i) })),
  )
  expect(tries.map(({ status }) => status).toSorted()).toEqual([422, ...Array(7).fill(429)])
})

test('one PIN tried with many names delays the terminal for everyone', async () => {
  const tries = []
  for (let i = 0; i < 8; i += 1) tries.push((await ask(terminals.signIn, { UserName: `user${i}`, Pin: PIN })).status)
  expect(tries).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
  expect((await ask(terminals.signIn, { UserName: 'deliverer', Pin: PIN })).status).toBe(429)
})

test('retention deletes old rows, but not those that a person has to see', async () => {
  await signIn('deliverer')
  const event = {
    organisation_id: lobby.organisationId,
    property_id: lobby.properties[0]!.id,
    locker_bank_id: lobby.lockerBankId,
  }
  const at = new Date(Date.now() - 500 * 86_400_000)
  await lobby.asTenant(async (db) => {
    const purge = async (now: Date) => {
      await purgeTerminalRows(db, now)
      await purgeKioskRows(db, now)
    }
    for (const outcome of ['applied', 'parked'] as const)
      await db
        .insertInto('kiosk_events')
        .values({ ...event, id: newId(), kind: 'confirmed', at, received_at: at, outcome, body: '{}' })
        .execute()
    await purge(new Date())
    expect(await db.selectFrom('kiosk_sessions').select('id').execute()).toHaveLength(1)
    await purge(new Date(Date.now() + 8 * 86_400_000))
    expect(await db.selectFrom('kiosk_sessions').select('id').execute()).toEqual([])
    expect(await db.selectFrom('kiosk_events').select('outcome').execute()).toEqual([{ outcome: 'parked' }])
  })
})
