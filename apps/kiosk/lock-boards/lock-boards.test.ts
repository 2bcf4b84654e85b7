import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { EventDraft } from '#features/kiosks/protocol.ts'
import { eventually } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { createDoors } from '../doors.ts'
import type { DoorChange, Hardware } from '../hardware.ts'
import { type EmulatedLockBoards, emulatedLockBoards } from '../testing/emulated-lock-boards.ts'
import { temporaryFolder } from '../testing/lobby.ts'
import { type LockBoardOptions, lockBoards } from './lock-boards.ts'

let boards: EmulatedLockBoards
let path: string
let said: string[]
beforeEach(() => {
  const folder = temporaryFolder()
  path = join(folder.path, 'tty')
  boards = emulatedLockBoards([0, 3], path)
  said = []
  return () => {
    boards.unplug()
    folder.remove()
  }
})

/** A door that opens at all has done so by then, also on a busy machine. */
const SOON_MS = 5_000
/** Boards that answer everything are not spoken over, however busy the machine. */
const PATIENT = { replyMs: 2_000 }
async function cabinet(options: Partial<LockBoardOptions> = {}): Promise<Hardware & { changes: DoorChange[] }> {
  const hardware = await lockBoards({
    path,
    say: (line) => said.push(line),
    boards: [0, 3],
    pollMs: 20,
    missingMs: 50,
    firstWait: 20,
    longestWait: 100,
    ...options,
  })
  onTestFinished(() => hardware.close())
  const changes: DoorChange[] = []
  hardware.onChange((change) => changes.push(change))
  return { ...hardware, changes }
}
/** The doors of a kiosk with this hardware, and the events that it tells. */
function doorsOf(hardware: Hardware, openRetries: number, openTimeoutMs = 250) {
  const events: string[] = []
  const doors = createDoors({
    hardware,
    tell: async (drafts: readonly EventDraft[]) => {
      events.push(...drafts.map(({ Kind }) => Kind))
      return []
    },
    lockerOf: () => null,
    whileMapped: (_wanted, open) => open(),
    say: () => {},
    opening: () => ({ openRetries, openTimeoutMs }),
    leftOpenMs: () => 60_000,
  })
  onTestFinished(() => doors.stop())
  const open = async (serialNumber: string) => (await doors.open({ serialNumber, lockerId: null, commandId: null })).opening
  return { open, events }
}
const openOnes = async (hardware: Hardware) =>
  (await hardware.devices(false)).filter(({ isOpen }) => isOpen).map(({ serialNumber }) => serialNumber)
const change = (serialNumber: string, isOpen: boolean): DoorChange => ({ serialNumber, isOpen })

describe('lock boards', () => {
  test('are found by asking every address, and their locks are devices that keep their names', async () => {
    boards.door(3, 15).isOpen = true
    const hardware = await cabinet({ boards: undefined })
    const devices = await hardware.devices(false)
    expect(devices).toHaveLength(32)
    expect(devices[5]).toEqual({ serialNumber: 'BOARD-00-05', isOpen: false })
    expect(devices[31]).toEqual({ serialNumber: 'BOARD-03-15', isOpen: true })
    expect(said).toEqual(['lock boards that answer: 00, 03'])
  })

  test('that are wired in part have as many devices as they have locks', async () => {
    const hardware = await cabinet({ locks: 12 })
    expect(await hardware.devices(false)).toHaveLength(24)
    expect(await hardware.open('BOARD-00-12', 50)).toBe('unknown-device')
    expect(boards.orders).toEqual([])
  })

  test('that are added later are found when devices are looked for again', async () => {
    boards.silence(3, true)
    const hardware = await cabinet({ boards: undefined })
    expect(await hardware.devices(false)).toHaveLength(16)
    expect(await hardware.open('BOARD-03-00', 50)).toBe('unknown-device')
    boards.silence(3, false)
    expect(await hardware.devices(true)).toHaveLength(32)
    expect(await hardware.open('BOARD-03-00', SOON_MS)).toBe('opened')
  })
})

describe('a door', () => {
  test('that is asked to open opens, and no other', async () => {
    const hardware = await cabinet()
    expect(await hardware.open('BOARD-03-09', SOON_MS)).toBe('opened')
    expect(boards.orders).toEqual(['3/9'])
    expect(await openOnes(hardware)).toEqual(['BOARD-03-09'])
    expect(hardware.isOpen('BOARD-03-09')).toBe(true)
    expect(hardware.isOpen('BOARD-00-09')).toBe(false)
    expect(hardware.changes).toEqual([change('BOARD-03-09', true)])
  })

  test('whose board answers the order too is opened all the same', async () => {
    boards.answerOrders()
    boards.door(0, 1).springMs = 60
    const hardware = await cabinet(PATIENT)
    expect(await hardware.open('BOARD-00-01', SOON_MS)).toBe('opened')
    expect(boards.orders).toEqual(['0/1'])
    expect(boards.collisions()).toBe(0)
  })

  test('that stands open already is opened', async () => {
    boards.door(0, 1).isOpen = true
    const hardware = await cabinet()
    expect(await hardware.open('BOARD-00-01', SOON_MS)).toBe('opened')
  })

  test('whose status does not say that it is open was not detected', async () => {
    boards.door(0, 1).stuck = 1
    const hardware = await cabinet()
    const began = performance.now()
    expect(await hardware.open('BOARD-00-01', 150)).toBe('not-detected')
    expect(performance.now() - began).toBeGreaterThan(149)
    expect(boards.orders).toEqual(['0/1'])
    expect(hardware.changes).toEqual([])
  })

  test('that was not detected is tried again as often as the settings say, and told of once', async () => {
    boards.door(0, 1).stuck = 2
    boards.door(0, 2).stuck = 3
    const { open, events } = doorsOf(await cabinet(), 2)
    expect(await open('BOARD-00-01')).toBe('opened')
    expect(await open('BOARD-00-02')).toBe('not-detected')
    expect(boards.orders).toEqual(['0/1', '0/1', '0/1', '0/2', '0/2', '0/2'])
    expect(events).toEqual(['door-opened', 'not-detected'])
  })

  test('that opens only after it was given up is told as opened then', async () => {
    boards.door(0, 1).springMs = 600
    const { open, events } = doorsOf(await cabinet(), 0)
    expect(await open('BOARD-00-01')).toBe('not-detected')
    await eventually(() => events).toEqual(['not-detected', 'door-opened'])
  })

  test('that somebody opens with a key and closes is told', async () => {
    const hardware = await cabinet()
    boards.door(3, 0).isOpen = true
    await eventually(() => hardware.changes).toEqual([change('BOARD-03-00', true)])
    boards.door(3, 0).isOpen = false
    await eventually(() => hardware.changes).toEqual([change('BOARD-03-00', true), change('BOARD-03-00', false)])
  })

  test('of many that are asked for at once opens in its turn, one question on the line at a time', async () => {
    boards.answerOrders()
    const hardware = await cabinet(PATIENT)
    const asked = Array.from({ length: 8 }, (_, lock) => `BOARD-0${lock % 2 ? 3 : 0}-0${lock}`)
    expect(new Set(await Promise.all(asked.map((one) => hardware.open(one, SOON_MS))))).toEqual(new Set(['opened']))
    expect(await openOnes(hardware)).toEqual(asked.toSorted())
    expect(boards.collisions()).toBe(0)
  })

  test('is the one that was asked for, and the only one, in 200 openings in any order', async () => {
    boards.answerOrders()
    const hardware = await cabinet(PATIENT)
    for (let i = 0; i < 200; i += 1) {
      const [address, lock] = [randomInt(2) * 3, randomInt(16)]
      expect(await hardware.open(`BOARD-0${address}-${`${lock}`.padStart(2, '0')}`, SOON_MS)).toBe('opened')
      expect(boards.orders.splice(0)).toEqual([`${address}/${lock}`])
      expect(boards.openDoors()).toEqual([`${address}/${lock}`])
      boards.door(address, lock).isOpen = false
    }
    expect(boards.collisions()).toBe(0)
  }, 60_000)
})

describe('a bad line', () => {
  test('with answers in pieces and noise around them changes nothing', async () => {
    boards.through((answer) => [
      { afterMs: 1, bytes: Uint8Array.of(0xff, 0x02, 0x00) },
      { afterMs: 3, bytes: answer.subarray(0, 4) },
      { afterMs: 8, bytes: answer.subarray(4) },
    ])
    const hardware = await cabinet()
    expect(await hardware.open('BOARD-03-02', SOON_MS)).toBe('opened')
    expect(hardware.changes).toEqual([change('BOARD-03-02', true)])
  })

  test('with noise that nobody asked for opens nothing and tells nothing', async () => {
    const hardware = await cabinet()
    for (let i = 0; i < 20; i += 1) {
      boards.noise(Uint8Array.from({ length: 15 }, () => randomInt(256)))
      await sleep(5)
    }
    expect(hardware.changes).toEqual([])
    expect(await hardware.open('BOARD-03-02', SOON_MS)).toBe('opened')
    expect(boards.orders).toEqual(['3/2'])
  })

  test('with an answer now and then that is broken or cut short loses no board', async () => {
    let answers = 0
    boards.through((answer) => {
      answers += 1
      const bytes = Uint8Array.from(answer)
      if (answers % 4 === 0) bytes[3] = bytes[3]! ^ 0x20
      return [{ afterMs: 2, bytes: answers % 4 === 1 ? bytes.subarray(0, 6) : bytes }]
    })
    const hardware = await cabinet({ boards: [0] })
    await eventually(() => answers).toBeGreaterThan(12)
    expect(hardware.changes).toEqual([])
    expect(await hardware.open('BOARD-00-02', SOON_MS)).toBe('opened')
    expect(hardware.changes).toEqual([change('BOARD-00-02', true)])
  })

  test('with a broken answer whose sum is right by chance tells nothing', async () => {
    const hardware = await cabinet()
    let broken = 0
    boards.through((answer) => {
      const bytes = Uint8Array.from(answer)
      if (broken === 0) {
        bytes[3] = bytes[3]! - 1
        bytes[4] = bytes[4]! - 1
        bytes[8] = (bytes[8]! + 254) % 256
      }
      broken += 1
      return [{ afterMs: 2, bytes }]
    })
    await eventually(() => broken).toBeGreaterThan(4)
    expect(hardware.changes).toEqual([])
  })

  test('with a sensor that flutters as fast as it is asked holds up neither the start nor an opening', async () => {
    boards.through((answer) => {
      boards.door(0, 9).isOpen = !boards.door(0, 9).isOpen
      return [{ afterMs: 2, bytes: answer }]
    })
    // Patient: an answer that is late on a busy machine would end the fluttering by itself.
    const hardware = await cabinet({ replyMs: 1_000 })
    expect(said).toEqual(['lock boards that answer: 03'])
    expect(await hardware.open('BOARD-00-00', 100)).toBe('not-detected')
    boards.through()
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
  }, 10_000)
})

describe('a cable that is pulled', () => {
  test('leaves a board’s devices missing until it answers again, with what happened meanwhile', async () => {
    const hardware = await cabinet()
    boards.silence(3, true)
    await eventually(async () => (await hardware.devices(false)).length).toBe(16)
    expect(said.at(-1)).toBe('lock board 03 does not answer')
    expect(await hardware.open('BOARD-03-00', 100)).toBe('no-answer')
    expect(await hardware.open('BOARD-00-00', SOON_MS)).toBe('opened')
    boards.door(3, 7).isOpen = true
    boards.silence(3, false)
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(said.at(-1)).toBe('lock board 03 answers again')
    expect(hardware.changes).toEqual([change('BOARD-00-00', true), change('BOARD-03-07', true)])
  })

  test('of the adapter leaves every device missing, and all are back when it is', async () => {
    const hardware = await cabinet()
    expect(await hardware.open('BOARD-00-04', SOON_MS)).toBe('opened')
    boards.unplug()
    await eventually(() => hardware.devices(false)).toEqual([])
    expect(said.at(-1)).toContain(`the serial port ${path} cannot be used`)
    expect(hardware.isOpen('BOARD-00-04'), 'nobody saw it close').toBe(true)
    expect(await hardware.open('BOARD-00-05', 100)).toBe('no-answer')
    boards.plug()
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(boards.orders, 'an order that was not heard is not given later').toEqual(['0/4'])
    expect(await hardware.open('BOARD-00-05', SOON_MS)).toBe('opened')
  })

  test('is no word of a door: its opening is not tried again, and nothing is told of it', async () => {
    const hardware = await cabinet()
    const { open, events } = doorsOf(hardware, 2)
    boards.silence(3, true)
    expect(await open('BOARD-03-00'), 'the board is not known to be missing yet').toBe('no-answer')
    boards.unplug()
    await eventually(() => hardware.devices(false)).toEqual([])
    expect(await open('BOARD-00-00')).toBe('no-answer')
    expect(events).toEqual([])
  })

  test('before the start is waited for', async () => {
    boards.unplug()
    const hardware = await cabinet({ boards: undefined })
    expect(await hardware.devices(true)).toEqual([])
    expect(await hardware.open('BOARD-00-00', 50)).toBe('no-answer')
    boards.plug()
    await eventually(() => said.at(-1)).toBe('lock boards that answer: 00, 03')
    expect(await hardware.open('BOARD-00-00', SOON_MS)).toBe('opened')
  })

  test('in the middle of an opening opens nothing twice and the kiosk goes on', async () => {
    boards.door(0, 1).stuck = 1
    const hardware = await cabinet()
    const opening = hardware.open('BOARD-00-01', 300)
    await eventually(() => boards.orders).toEqual(['0/1'])
    boards.unplug()
    expect(await opening).toBe('no-answer')
    boards.plug()
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(boards.orders).toEqual(['0/1'])
  })
})
