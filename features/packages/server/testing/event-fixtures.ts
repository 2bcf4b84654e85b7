import type { By } from '#features/kiosks/protocol.ts'
import { event } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { unpackMessage } from '#platform/define-messages.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { droppedOffIn, eachWithKioskFixtures, type KioskFixtures } from './kiosk-fixtures.ts'

/** A kiosk for each test, and the events that it sends. */
export function eventFixtures() {
  const state = {} as KioskFixtures

  eachWithKioskFixtures((on) => {
    Object.assign(state, on)
  })
  const agent = (role: 6 | 7 | 9): By => ({ Kind: 'agent', Id: state.fixtures.agents[role] })
  const resident = (i = 0): By => ({ Kind: 'resident', Id: state.fixtures.people[i]!.residentId })
  const lockerId = (name: string) => state.fixtures.cabinet.lockers[name]!
  /** Sends events in one message and waits until they are acknowledged; returns the outcome or refusal of each. */
  async function send(...events: { Id: string }[]): Promise<string[]> {
    const before = state.kiosk.acked().length
    await state.kiosk.sendEvents(events)
    await eventually(() => state.kiosk.acked().slice(before)).toEqual(events.map(({ Id }) => Id))
    const rows = await state.fixtures.asTenant((db) =>
      db.selectFrom('kiosk_events').select(['id', 'outcome', 'reason']).execute(),
    )
    return events.map(({ Id }) => {
      const row = rows.find(({ id }) => id === Id)
      return row?.reason ? unpackMessage(row.reason).text : (row?.outcome ?? 'lost')
    })
  }
  const droppedOff = (locker: string, more: object = {}) => droppedOffIn(state.fixtures, lockerId(locker), more)
  const about = (Kind: string, PackageId: string, locker: string, by: By, more: object = {}) =>
    event({ Kind, PackageId, LockerId: lockerId(locker), By: by, ...more })
  const statusOf = async (id: string) => (await state.fixtures.packageRow(id)).status_id

  return { state, agent, resident, lockerId, send, droppedOff, about, statusOf }
}
