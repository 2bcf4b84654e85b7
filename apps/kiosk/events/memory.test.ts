import { statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_THEME } from '#features/themes/theme.ts'
import { newId } from '#platform/ids.ts'
import { temporaryFolder } from '../testing/lobby.ts'
import { openMemory } from './memory.ts'

let folder: string
let time = new Date()
beforeEach(() => {
  const { path, remove } = temporaryFolder()
  folder = path
  time = new Date()
  return remove
})
const open = () =>
  openMemory(
    folder,
    () => time,
    () => {},
  )
const door = (SerialNumber: string) => ({ Kind: 'door-closed', LockerId: null, SerialNumber }) as const
const serials = (events: readonly { readonly Kind: string }[]) =>
  events.map((event) => ('SerialNumber' in event ? event.SerialNumber : ''))

test('events are kept over a restart, with their ids, until they are acknowledged', async () => {
  const memory = await open()
  const told = await memory.tell([door('a'), door('b'), door('c')])
  await memory.acknowledged([told[1]!.Id, newId()])
  await memory.close()
  const again = await open()
  expect(again.unacknowledged()).toEqual([told[0], told[2]])
  await again.close()
})

test('what was about to happen at a door is told once at the next start, by whether the door had opened', async () => {
  const memory = await open()
  await memory.intend({ unopened: [door('not yet')], opened: [door('was open')] })
  const opened = await memory.intend({ unopened: [door('not yet')], opened: [door('was open')] })
  await memory.opened(opened)
  const settled = await memory.intend({ unopened: [door('wrong')], opened: [door('wrong')] })
  await memory.tell([door('settled')], settled)
  await memory.close()

  const again = await open()
  expect(await again.settleInterrupted()).toBe(2)
  expect(serials(again.unacknowledged())).toEqual(['settled', 'not yet', 'was open'])
  await again.close()
  const third = await open()
  expect(await third.settleInterrupted()).toBe(0)
  await third.close()
})

test('a command is remembered with its end, and one without an end as interrupted', async () => {
  const memory = await open()
  const expiresAt = time.toISOString()
  const [ended, left] = [newId(), newId()]
  await memory.begin(ended, expiresAt)
  await memory.answer({ CommandId: ended, State: 'opened' }, expiresAt)
  await memory.begin(left, expiresAt)
  await memory.close()
  const again = await open()
  expect(again.command(ended)).toMatchObject({ reply: { CommandId: ended, State: 'opened' } })
  expect(again.interruptedCommands()).toEqual([{ commandId: left, expiresAt }])
  expect(again.command(newId())).toBeNull()
  await again.close()
})

const mapped = (LockerId: string, SerialNumber: string | null) =>
  ({ Kind: 'locker-mapped', LockerId, SerialNumber, CommandId: newId() }) as const
const configuration = (Version: number, devices: Readonly<Record<string, string | null>>) => {
  const as = { LockerName: 'L', Size: 2, LockerType: 'locker', LockerMode: 0, IsDDAReserved: false } as const
  const LockerCollection = Object.entries(devices).map(([Id, SerialNumber]) => ({ ...as, Id, SerialNumber }))
  const LockerBank = { Id: newId(), Name: '', Code: '', PropertyName: '', TimeZone: '' }
  const Layout = [{ ColumnName: 'Column1', LockerCollection }]
  return { Version, PublishedAt: time.toISOString(), LockerBank, Layout, Settings: {}, Theme: DEFAULT_THEME }
}

test('a device opens the locker that it was mapped to last, over a restart and beyond a configuration from before', async () => {
  const [one, other, third] = [newId(), newId(), newId()]
  const memory = await open()
  expect(memory.deviceOf(one)).toBeUndefined()
  await memory.configure(configuration(1, { [one]: 'A', [other]: 'B' }))
  const told = await memory.tell([mapped(one, null), mapped(other, 'A'), mapped(third, 'C')])
  await memory.acknowledged(told.map(({ Id }) => Id))
  await memory.configure(configuration(2, { [one]: 'A', [other]: 'B' }))
  await memory.close()
  const again = await open()
  expect([one, other, third].map(again.deviceOf)).toEqual([null, 'A', 'C'])
  expect(['A', 'B', 'C'].map(again.lockerOf)).toEqual([other, null, third])
  await again.close()
})

test('a configuration of a server that was restored counts, but for mappings that it was not told yet', async () => {
  const [one, other] = [newId(), newId()]
  const memory = await open()
  await memory.configure(configuration(5, { [one]: null, [other]: null }))
  const [told] = await memory.tell([mapped(one, 'A')])
  await memory.acknowledged([told!.Id])
  await memory.tell([mapped(other, 'B')])
  await memory.configure(configuration(4, { [one]: 'Z', [other]: null }))
  expect([one, other].map(memory.deviceOf)).toEqual(['Z', 'B'])
  await memory.close()
})

test('a door that was left open is known until it is closed', async () => {
  const memory = await open()
  await memory.tell([{ ...door('a'), Kind: 'door-left-open' }, { ...door('b'), Kind: 'door-left-open' }, door('a')])
  expect(memory.leftOpen()).toEqual([{ LockerId: null, SerialNumber: 'b' }])
  await memory.close()
})

test('the journal stays short however much happens, and loses nothing that is open', async () => {
  const memory = await open()
  const kept = await memory.tell([door('kept')])
  const [left] = await memory.tell([{ ...door('left open'), Kind: 'door-left-open' }])
  await memory.acknowledged([left!.Id])
  const intent = await memory.intend({ unopened: [], opened: [door('opened')] })
  await memory.opened(intent)
  const begun = newId()
  await memory.begin(begun, time.toISOString())
  let biggest = 0
  for (let i = 0; i < 1500; i += 1) {
    const [event] = await memory.tell([door('x'.repeat(100))])
    await memory.acknowledged([event!.Id])
    biggest = Math.max(biggest, statSync(join(folder, 'journal.jsonl')).size)
  }
  expect(biggest).toBeGreaterThan(200_000)
  expect(biggest).toBeLessThan(300_000)
  await memory.close()
  const again = await open()
  expect(again.unacknowledged()).toEqual(kept)
  expect(again.leftOpen()).toEqual([{ LockerId: null, SerialNumber: 'left open' }])
  expect(again.interruptedCommands().map(({ commandId }) => commandId)).toEqual([begun])
  expect(await again.settleInterrupted()).toBe(1)
  expect(serials(again.unacknowledged())).toEqual(['kept', 'opened'])
  await again.close()
})
