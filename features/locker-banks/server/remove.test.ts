import { once } from 'node:events'
import { expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { kiosks } from '#features/kiosks/contract.ts'
import { mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { session } from '#features/session/contract.ts'
import { newId } from '#platform/ids.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { lockerBanks } from '../contract.ts'

let { server, riverside, harbour, manager, ofProperty } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (organisations) => {
  ;({ server, riverside, harbour, manager, ofProperty } = organisations)
})

const remove = (input: unknown, token = manager) => server.ask(lockerBanks.remove, { token, input })
const get = (id: string) => server.ask(lockerBanks.get, { token: manager, params: { lockerBankId: id } })
const collectPackages = (place: Fixtures['first']) =>
  inOrganisation(server, place.organisationId, (db) =>
    db
      .updateTable('packages')
      .set({ status_id: 8, status_group: 2, locker_id: null })
      .where('id', '=', place.ids.package)
      .execute(),
  )

test('deletes locker banks one by one: those with packages, missing, foreign or not the caller’s stay, with the reason', async () => {
  const { first, second } = riverside
  const missing = newId()
  const ids = [first.ids.lockerBank, second.ids.lockerBank, harbour.first.ids.lockerBank, missing]
  const { status, body } = await remove(ids, ofProperty)
  const gone = 'Not found. It may have been deleted.'
  expect(status).toBe(200)
  expect(body.Removed).toEqual([])
  const reasons = Object.fromEntries(body.Refused.map((row: { Id: string; Reason: string }) => [row.Id, row.Reason]))
  expect(reasons).toEqual({
    [first.ids.lockerBank]: 'Bank-riverside-1: The locker bank still holds packages.',
    [second.ids.lockerBank]: gone,
    [harbour.first.ids.lockerBank]: gone,
    [missing]: gone,
  })
})

test('deletes an empty bank although another is refused: it is hidden, its kiosk disconnected, its history keeps the id', async () => {
  const { first, second } = riverside
  const kiosk = (await server.ask(session.token, { input: second.credentials })).body.access_token
  const { client } = await mqttKiosk(server, second.ids.lockerBank, second.credentials.client_secret!)
  const connection = once(client as never, 'close')
  await collectPackages(second)
  const { body } = await remove([first.ids.lockerBank, second.ids.lockerBank, second.ids.lockerBank])
  expect(body).toMatchObject({ Message: '1 deleted.', Removed: [second.ids.lockerBank] })
  expect(body.Refused).toHaveLength(1)
  expect((await get(second.ids.lockerBank)).status).toBe(404)
  expect((await get(first.ids.lockerBank)).status).toBe(200)
  expect((await server.ask(session.token, { input: second.credentials })).status).toBe(400)
  expect((await server.ask(kiosks.configuration, { token: kiosk })).status).toBe(401)
  await connection
  const kept = await inOrganisation(server, riverside.organisationId, async (db) => ({
    history: await db.selectFrom('package_history').select('id').where('locker_bank_id', '=', second.ids.lockerBank).execute(),
    audit: await db.selectFrom('audit').select('action').where('subject_id', '=', second.ids.lockerBank).execute(),
  }))
  expect(kept.history).not.toEqual([])
  expect(kept.audit).toEqual([{ action: 'locker bank deleted' }])
  expect((await remove([second.ids.lockerBank])).body.Refused).toEqual([
    { Id: second.ids.lockerBank, Reason: 'Not found. It may have been deleted.' },
  ])
})

test('waits for a package that is being added to the bank', async () => {
  const { ids } = riverside.first
  await collectPackages(riverside.first)
  const inserted = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const onItsWay = inOrganisation(server, riverside.organisationId, async (db) => {
    await db
      .insertInto('packages')
      .values({
        organisation_id: riverside.organisationId,
        id: newId(),
        property_id: ids.property,
        building_id: ids.building,
        locker_bank_id: ids.lockerBank,
        locker_id: ids.locker,
        package_number: 'PN-late',
        recipient_name: 'Late',
        unit_number: '2B',
        status_id: 1,
        status_group: 1,
        drop_off_time: new Date(),
        last_transaction_at: new Date(),
      })
      .execute()
    inserted.resolve()
    await commit.promise
  })
  await inserted.promise
  const answer = remove([ids.lockerBank])
  await eventually(() => waiting()).toBe(1)
  commit.resolve()
  await onItsWay
  expect((await answer).body).toMatchObject({ Removed: [], Refused: [{ Id: ids.lockerBank }] })
})
/** The number of transactions that wait for a lock. */
async function waiting() {
  const { rows } = await server.database.pool.query(
    `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].n
}

test('requires a list of ids', async () => {
  expect(await remove({})).toMatchObject({ status: 400, body: { Message: 'A list of ids is expected.' } })
  expect(await remove([])).toMatchObject({ status: 400, body: { Message: 'Nothing is selected.' } })
  expect(await remove(['x'])).toMatchObject({ status: 400, body: { Message: 'Not a valid id.' } })
})
