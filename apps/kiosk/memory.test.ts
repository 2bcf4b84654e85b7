import { statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { openMemory } from './memory.ts'
import { temporaryFolder } from './testing/lobby.ts'

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

test('a mapping counts until the next configuration, which knows it', async () => {
  const memory = await open()
  const lockerId = newId()
  expect(memory.mapping(lockerId)).toBeUndefined()
  await memory.map(lockerId, 'SN')
  await memory.close()
  const again = await open()
  expect(again.mapping(lockerId)).toBe('SN')
  const LockerBank = { Id: newId(), Name: '', Code: '', PropertyName: '', TimeZone: '' }
  await again.configure({ Version: 3, PublishedAt: time.toISOString(), LockerBank, Layout: [], Settings: {}, Theme: '' })
  expect(again.mapping(lockerId)).toBeUndefined()
  expect(again.config()?.Version).toBe(3)
  await again.close()
})

test('the journal stays short however much happens, and loses nothing that is open', async () => {
  const memory = await open()
  const kept = await memory.tell([door('kept')])
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
  expect(again.interruptedCommands().map(({ commandId }) => commandId)).toEqual([begun])
  expect(await again.settleInterrupted()).toBe(1)
  expect(serials(again.unacknowledged())).toEqual(['kept', 'opened'])
  await again.close()
})
