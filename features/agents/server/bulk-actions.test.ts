import { describe, expect, test } from 'vitest'
import { signedIn } from '#features/terminal/server/sign-in.ts'
import { bulk } from '#platform/bulk.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import { ANONYMOUS } from '#platform/server/http/caller.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { agents } from '../contract.ts'
import { AGENT_STATUS } from '../rules.ts'
import { agentFixtures } from './testing/agent-fixtures.ts'

const { fixtures, created, get, inRiverside } = agentFixtures()

const act = (op: Operation, input: object, token = fixtures.manager) => fixtures.server.ask(op, { token, input })
const undo = (jobId: string, token = fixtures.manager) => fixtures.server.ask(bulk.undo, { token, params: { jobId } })
const status = async (id: string) => (await get(id)).body.AgentStatus
const audited = (subject: string) =>
  inRiverside(async (db) =>
    (await db.selectFrom('audit').select('action').where('subject_id', '=', subject).orderBy('id').execute()).map(
      ({ action }) => action,
    ),
  )
const login = (agentId: string) =>
  inRiverside((db) =>
    db
      .selectFrom('kiosk_logins')
      .select(['id', 'is_locked', 'wrong_pins'])
      .where('agent_id', '=', agentId)
      .executeTakeFirstOrThrow(),
  )

type Place = { readonly property: string; readonly lockerBank: string }
/** Signs an agent in at a terminal; returns the session with its terminal. */
async function session(agentId: string, { property, lockerBank }: Place) {
  const { id: kiosk_login_id } = await login(agentId)
  const id = newId()
  const organisation_id = fixtures.riverside.organisationId
  const times = { started_at: new Date(), expires_at: new Date(Date.now() + 60_000) }
  const row = { organisation_id, id, property_id: property, locker_bank_id: lockerBank, kiosk_login_id, ...times }
  await inRiverside((db) => db.insertInto('kiosk_sessions').values(row).execute())
  return { id, lockerBank, property }
}
const isSignedIn = ({ id, lockerBank, property }: Place & { id: string }) =>
  inRiverside((db) => {
    const tenant = { organisationId: fixtures.riverside.organisationId, propertyIds: [property] }
    return signedIn(db, { ...ANONYMOUS, id: lockerBank, tenant }, id, new Date())
  }).then(
    () => true,
    () => false,
  )

describe('locking agents', () => {
  test('locks those of the caller’s properties, ends their sessions at terminals, and can be undone', async () => {
    const { first, second } = fixtures.riverside
    const here = await created({ lastName: 'Lockable', propertyIds: [first.ids.property, second.ids.property] })
    const there = await created({ lastName: 'Lockable', propertyIds: [second.ids.property] })
    const foreign = fixtures.harbour.first.ids.agent
    const sessions = [await session(here, first.ids), await session(here, second.ids)]
    for (const one of sessions) expect(await isSignedIn(one)).toBe(true)
    const named = await act(agents.lock, { Ids: [here, there, foreign] }, fixtures.ofProperty)
    expect(named.body).toMatchObject({ Message: 'The agent can no longer sign in.', Changed: 1, Refused: 2, MayUndo: true })
    expect([await status(here), await status(there)]).toEqual([AGENT_STATUS.Locked, AGENT_STATUS.Active])
    expect((await undo(named.body.Id, fixtures.ofProperty)).body).toMatchObject({ Changed: 1 })
    expect(await status(here)).toBe(AGENT_STATUS.Active)
    // Also at the property that the person who locked the agent does not see, and not even Undo brings them back.
    for (const one of sessions) expect(await isSignedIn(one)).toBe(false)
    expect(await audited(here)).toEqual(['agent created', 'agent locked', 'change undone'])
    const matching = await act(agents.lock, { Matching: { SearchText: 'Lockable' } }, fixtures.ofProperty)
    expect(matching.body).toMatchObject({ Total: 1, Changed: 1 })
    expect(await status(there)).toBe(AGENT_STATUS.Active)
  })

  test('ends a session that began while the action waited for the login', async () => {
    const { first } = fixtures.riverside
    const id = await created({ lastName: 'Meanwhile', propertyIds: [first.ids.property] })
    const waits = await withConnection(fixtures.server.store.superuserUrl, async (client) => {
      await client.query('begin')
      await client.query('select from agents where id = $1 for update', [id])
      const locking = act(agents.lock, { Ids: [id] })
      const waiting = async () =>
        (await client.query('select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid')).rowCount
      await soon(async () => expect(await waiting()).toBe(1))
      const begun = await session(id, first.ids)
      await client.query('commit')
      return { locking, begun }
    })
    expect((await waits.locking).body).toMatchObject({ Changed: 1 })
    await act(agents.unlockMany, { Ids: [id] })
    expect(await isSignedIn(waits.begun)).toBe(false)
  })

  test('refuses locked agents, and unlocking others', async () => {
    const id = await created()
    const reasonOf = async (op: Operation) => (await act(op, { Ids: [id] })).body.Refusals[0]
    expect(await reasonOf(agents.unlockMany)).toMatchObject({ Name: 'Ann Agent', Reason: 'The agent is not locked.' })
    await act(agents.lock, { Ids: [id] })
    expect((await reasonOf(agents.lock)).Reason).toBe('The agent is locked already.')
  })
})

test('an undone unlocking restores the wrong PINs, unless the login was used since', async () => {
  const ids = [await created(), await created()].sort()
  await inRiverside((db) =>
    db.updateTable('kiosk_logins').set({ is_locked: true, wrong_pins: 10 }).where('agent_id', 'in', ids).execute(),
  )
  const { body } = await act(agents.unlockMany, { Ids: ids })
  expect(body).toMatchObject({ Message: 'Unlocked: 2.', Changed: 2 })
  await inRiverside((db) => db.updateTable('kiosk_logins').set({ wrong_pins: 1 }).where('agent_id', '=', ids[1]!).execute())
  expect((await undo(body.Id)).body).toMatchObject({ Changed: 1, Refused: 1 })
  expect(await login(ids[0]!)).toMatchObject({ is_locked: true, wrong_pins: 10 })
  expect(await login(ids[1]!)).toMatchObject({ is_locked: false, wrong_pins: 1 })
})

test('agents that match are deleted, but not those with other properties', async () => {
  const { first, second } = fixtures.riverside
  const own = await created({ lastName: 'Deletable', propertyIds: [first.ids.property] })
  const shared = await created({ lastName: 'Deletable', propertyIds: [first.ids.property, second.ids.property] })
  const { body } = await act(agents.removeMany, { Matching: { SearchText: 'Deletable' } }, fixtures.ofProperty)
  expect(body).toMatchObject({ Changed: 1, Refused: 1 })
  expect(body.Refusals[0]).toMatchObject({ Id: shared, Reason: 'The agent also serves properties that you do not manage.' })
  expect((await get(own)).status).toBe(404)
})
