import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_THEME } from '#features/kiosks/theme.ts'
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

test('keeps events with their ids across restarts until they are acknowledged', async () => {
  const memory = await open()
  const recorded = await memory.recordEvents([door('a'), door('b'), door('c')])
  await memory.acknowledged([recorded[1]!.Id, newId()])
  await memory.close()
  const again = await open()
  expect(again.unacknowledged()).toEqual([recorded[0], recorded[2]])
  await again.close()
})

test('leaves out acknowledged events, which have names, at the next start and a day later', async () => {
  const content = () => readFileSync(join(folder, 'journal.jsonl'), 'utf8')
  const done = async (memory: Awaited<ReturnType<typeof open>>, serial: string) => {
    const [event] = await memory.recordEvents([door(serial)])
    await memory.acknowledged([event!.Id])
  }
  const memory = await open()
  await done(memory, 'before the start')
  await memory.close()
  const again = await open()
  expect(content()).not.toContain('before the start')
  await done(again, 'before the day')
  expect(content()).toContain('before the day')
  time = new Date(time.getTime() + 25 * 3_600_000)
  await done(again, 'after it')
  expect(content()).not.toContain('before the day')
  await again.close()
})

test('records the events of an interrupted intent once at the next start, depending on whether the door had opened', async () => {
  const memory = await open()
  await memory.recordIntent({ unopened: [door('not yet')], opened: [door('was open')] })
  const opened = await memory.recordIntent({ unopened: [door('not yet')], opened: [door('was open')] })
  await memory.recordOpened(opened)
  const settled = await memory.recordIntent({ unopened: [door('wrong')], opened: [door('wrong')] })
  await memory.recordEvents([door('settled')], settled)
  await memory.close()

  const again = await open()
  expect(await again.settleInterrupted()).toBe(2)
  expect(serials(again.unacknowledged())).toEqual(['settled', 'not yet', 'was open'])
  await again.close()
  const third = await open()
  expect(await third.settleInterrupted()).toBe(0)
  await third.close()
})

test('remembers a command with its reply, and one without a reply as interrupted', async () => {
  const memory = await open()
  const expiresAt = time.toISOString()
  const [ended, left] = [newId(), newId()]
  await memory.recordCommand(ended, expiresAt)
  await memory.recordReply({ CommandId: ended, State: 'opened' }, expiresAt)
  await memory.recordCommand(left, expiresAt)
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

test('keeps a mapping across restarts and configurations that do not have it yet', async () => {
  const [one, other, third] = [newId(), newId(), newId()]
  const memory = await open()
  expect(memory.deviceOf(one)).toBeUndefined()
  await memory.saveConfig(configuration(1, { [one]: 'A', [other]: 'B' }))
  const recorded = await memory.recordEvents([mapped(one, null), mapped(other, 'A'), mapped(third, 'C')])
  await memory.acknowledged(recorded.map(({ Id }) => Id))
  await memory.saveConfig(configuration(2, { [one]: 'A', [other]: 'B' }))
  await memory.close()
  const again = await open()
  expect([one, other, third].map(again.deviceOf)).toEqual([null, 'A', 'C'])
  expect(['A', 'B', 'C'].map(again.lockerOf)).toEqual([other, null, third])
  await again.close()
})

test('takes the mappings of a restored server, except those it has not acknowledged', async () => {
  const [one, other] = [newId(), newId()]
  const memory = await open()
  await memory.saveConfig(configuration(5, { [one]: null, [other]: null }))
  const [recorded] = await memory.recordEvents([mapped(one, 'A')])
  await memory.acknowledged([recorded!.Id])
  await memory.recordEvents([mapped(other, 'B')])
  await memory.saveConfig(configuration(4, { [one]: 'Z', [other]: null }))
  expect([one, other].map(memory.deviceOf)).toEqual(['Z', 'B'])
  await memory.close()
})

test('remembers a door as left open until it is closed', async () => {
  const memory = await open()
  await memory.recordEvents([{ ...door('a'), Kind: 'door-left-open' }, { ...door('b'), Kind: 'door-left-open' }, door('a')])
  expect(memory.leftOpen()).toEqual([{ LockerId: null, SerialNumber: 'b' }])
  await memory.close()
})

test('compacts the journal without losing unfinished entries', async () => {
  const memory = await open()
  const kept = await memory.recordEvents([door('kept')])
  const [left] = await memory.recordEvents([{ ...door('left open'), Kind: 'door-left-open' }])
  await memory.acknowledged([left!.Id])
  const intent = await memory.recordIntent({ unopened: [], opened: [door('opened')] })
  await memory.recordOpened(intent)
  const begun = newId()
  await memory.recordCommand(begun, time.toISOString())
  let biggest = 0
  for (let i = 0; i < 1500; i += 1) {
    const [event] = await memory.recordEvents([door('x'.repeat(100))])
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

test('counts remote openings of the last minute and hour, also after a restart and a compaction', async () => {
  const memory = await open()
  const counts = (of: typeof memory) => [of.openingsWithin(60_000), of.openingsWithin(3_600_000)]
  const expiresAt = () => new Date(time.getTime() + 10_000).toISOString()
  await memory.recordOpening(newId(), expiresAt())
  await memory.recordCommand(newId(), expiresAt())
  time = new Date(time.getTime() + 70_000)
  await memory.recordOpening(newId(), expiresAt())
  expect(counts(memory)).toEqual([1, 2])
  // Enough to compact the journal.
  for (let i = 0; i < 10; i++) {
    const events = await memory.recordEvents(Array.from({ length: 200 }, () => door('x'.repeat(90))))
    await memory.acknowledged(events.map(({ Id }) => Id))
  }
  expect(statSync(join(folder, 'journal.jsonl')).size).toBeLessThan(260_000)
  await memory.close()
  const again = await open()
  expect(counts(again)).toEqual([1, 2])
  time = new Date(time.getTime() + 3_540_000)
  expect(counts(again)).toEqual([0, 1])
  await again.close()
})
