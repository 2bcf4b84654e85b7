import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dashboards } from '#features/dashboards/contract.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { kioskFixtures } from '../testing/kiosk-fixtures.ts'
import { CODE, PIN } from '../testing/lobby.ts'

const { state, start, at, dropOff, allDelivered } = kioskFixtures()

const openFromDashboard = (locker: string) =>
  state.server.ask(dashboards.open, {
    params: { lockerBankId: state.lobby.lockerBankId, locker },
    input: {},
    token: state.lobby.token,
  })

test('opens a locker for the dashboard and reports a door that was not detected', async () => {
  expect((await openFromDashboard('L2')).body).toMatchObject({ IsOpen: true })
  state.kiosk.cabinet.fault('SN-L3', 'not-detected')
  expect(await openFromDashboard('L3')).toMatchObject({ status: 200, body: { IsOpen: false } })
  expect((await state.lobby.events()).map(({ kind }) => kind)).toContain('not-detected')
})

test('reports a door that is opened by hand', async () => {
  state.kiosk.cabinet.push('SN-L3', true)
  state.kiosk.cabinet.push('SN-L3', false)
  await eventually(async () => (await state.lobby.events()).map(({ kind }) => kind)).toEqual(['door-opened', 'door-closed'])
})

test('receives a published configuration, also after being offline', async () => {
  await eventually(state.kiosk.configVersion).toBe(1)
  await state.lobby.publish()
  await eventually(state.kiosk.configVersion).toBe(2)
  expect(state.kiosk.lockers().map(({ name, serialNumber }) => [name, serialNumber])).toContainEqual(['L3', 'SN-L3'])
  await state.kiosk.stop()
  await state.lobby.asTenant((db) =>
    db.updateTable('lockers').set({ name: 'M1' }).where('id', '=', state.lobby.lockers.L3).execute(),
  )
  await state.lobby.publish()
  state.kiosk = await start()
  await eventually(state.kiosk.configVersion).toBe(3)
  expect(state.kiosk.lockers().map(({ name }) => name)).toContain('M1')
})

test('is OFFLINE at once after it is stopped', async () => {
  await state.kiosk.stop()
  await eventually(state.lobby.isOnline).toBe(false)
  expect(await openFromDashboard('L1')).toMatchObject({ status: 422, body: { Message: 'Lockerbank is OFFLINE.' } })
})

test('sends events recorded while disconnected after reconnecting', async () => {
  await state.server.broker.revoke(state.lobby.lockerBankId)
  await eventually(state.kiosk.isConnected).toBe(false)
  state.kiosk.cabinet.push('SN-L2', true)
  await eventually(() => state.kiosk.unacknowledged().length).toBe(1)
  await eventually(async () => (await state.lobby.events()).map(({ kind }) => kind)).toEqual(['door-opened'])
  await allDelivered()
})

test('retries after being refused and reconnects when it is allowed again', async () => {
  const setActive = (is_active: boolean) =>
    state.lobby.asTenant((db) => db.updateTable('locker_banks').set({ is_active }).execute())
  await setActive(false)
  await state.server.kioskLink.revoke(state.lobby.lockerBankId)
  await eventually(state.lobby.isOnline).toBe(false)
  await eventually(() => state.logged.some((line) => line.startsWith('the server refuses this kiosk'))).toBe(true)
  expect(state.kiosk.isConnected()).toBe(false)
  await setActive(true)
  await eventually(state.lobby.isOnline).toBe(true)
})

test('stores no secret in the kiosk’s folder', async () => {
  await dropOff()
  await at().collect({ code: CODE }, 'collected')
  await allDelivered()
  const journal = readFileSync(join(state.kiosk.folder, 'journal.jsonl'), 'utf8')
  for (const secret of [state.lobby.key.ApiSecret, PIN, CODE]) expect(journal).not.toContain(secret)
})
