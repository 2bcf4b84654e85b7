import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventually } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import type { Hardware } from '../doors/hardware.ts'
import type { EmulatedLockBoards } from '../testing/emulated-lock-boards.ts'
import { doorsOf } from '../testing/recorded-doors.ts'
import { change, eachOnLockBoards, SOON_MS, type Wired } from '../testing/wired-lock-boards.ts'

let boards: EmulatedLockBoards
let wired: Wired
eachOnLockBoards((fresh, freshlyWired) => {
  boards = fresh
  wired = freshlyWired
})

/** Boards that answer everything are not spoken over, however busy the machine. */
const PATIENT = { replyMs: 2_000 }
/** Of fifteen addresses all but two are silent: each is waited for. */
const HASTY = { replyMs: 40 }

const openOnes = async (hardware: Hardware) =>
  (await hardware.devices(false)).filter(({ isOpen }) => isOpen).map(({ serialNumber }) => serialNumber)

describe('lock boards', () => {
  test('are found by asking every address, and their locks are devices that keep their names', async () => {
    boards.door(3, 15).isOpen = true
    const hardware = await wired.cabinet({ boards: undefined })
    const devices = await hardware.devices(false)
    expect(devices).toHaveLength(32)
    expect(devices[5]).toEqual({ serialNumber: 'BOARD-00-05', isOpen: false })
    expect(devices[31]).toEqual({ serialNumber: 'BOARD-03-15', isOpen: true })
    expect(wired.said).toEqual(['lock boards that answer: 00, 03'])
  })

  test('that are wired in part have as many devices as they have locks', async () => {
    const hardware = await wired.cabinet({ locks: 12 })
    expect(await hardware.devices(false)).toHaveLength(24)
    expect(await hardware.open('BOARD-00-12', 50)).toBe('unknown-device')
    expect(boards.orders).toEqual([])
  })

  test('that are added later are found when devices are looked for again', async () => {
    boards.silence(3, true)
    const hardware = await wired.cabinet({ boards: undefined, missingMs: 60_000, ...HASTY })
    expect(await hardware.devices(false)).toHaveLength(16)
    expect(await hardware.open('BOARD-03-00', 50)).toBe('unknown-device')
    boards.silence(3, false)
    expect(await hardware.devices(true)).toHaveLength(32)
    expect(await hardware.open('BOARD-03-00', SOON_MS)).toBe('opened')
  })

  test('that were silent at the start are found by themselves, and hold up nothing until then', async () => {
    boards.silence(3, true)
    const hardware = await wired.cabinet({ boards: undefined, ...HASTY })
    const found: string[] = []
    hardware.onFound((devices) => found.push(...devices.map(({ serialNumber }) => serialNumber)))
    expect(await hardware.open('BOARD-03-00', 50)).toBe('unknown-device')
    expect(await hardware.open('BOARD-00-00', SOON_MS)).toBe('opened')
    boards.silence(3, false)
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(wired.said).toEqual(['lock boards that answer: 00', 'lock board 03 answers'])
    expect(new Set(found).size, 'each is told once').toBe(found.length)
    expect(found).toHaveLength(32)
    expect(await hardware.open('BOARD-03-00', SOON_MS)).toBe('opened')
  })
})

describe('a door', () => {
  test('that is asked to open opens, and no other', async () => {
    const hardware = await wired.cabinet()
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
    const hardware = await wired.cabinet(PATIENT)
    expect(await hardware.open('BOARD-00-01', SOON_MS)).toBe('opened')
    expect(boards.orders).toEqual(['0/1'])
    expect(boards.collisions()).toBe(0)
  })

  test('that stands open already is opened', async () => {
    boards.door(0, 1).isOpen = true
    const hardware = await wired.cabinet()
    expect(await hardware.open('BOARD-00-01', SOON_MS)).toBe('opened')
  })

  test('whose status does not say that it is open was not detected', async () => {
    boards.door(0, 1).stuck = 1
    const hardware = await wired.cabinet()
    const began = performance.now()
    expect(await hardware.open('BOARD-00-01', 150)).toBe('not-detected')
    expect(performance.now() - began).toBeGreaterThan(149)
    expect(boards.orders).toEqual(['0/1'])
    expect(hardware.changes).toEqual([])
  })

  test('that was not detected is tried again as often as the settings say, and told of once', async () => {
    boards.door(0, 1).stuck = 2
    boards.door(0, 2).stuck = 3
    const { open, events } = doorsOf(await wired.cabinet(), 2)
    expect(await open('BOARD-00-01')).toBe('opened')
    expect(await open('BOARD-00-02')).toBe('not-detected')
    expect(boards.orders).toEqual(['0/1', '0/1', '0/1', '0/2', '0/2', '0/2'])
    expect(events).toEqual(['door-opened', 'not-detected'])
  })

  test('that opens only after it was given up is told as opened then', async () => {
    boards.door(0, 1).springMs = 600
    const { open, events } = doorsOf(await wired.cabinet(), 0)
    expect(await open('BOARD-00-01')).toBe('not-detected')
    await eventually(() => events).toEqual(['not-detected', 'door-opened'])
  })

  test('that somebody opens with a key and closes is told', async () => {
    const hardware = await wired.cabinet()
    boards.door(3, 0).isOpen = true
    await eventually(() => hardware.changes).toEqual([change('BOARD-03-00', true)])
    boards.door(3, 0).isOpen = false
    await eventually(() => hardware.changes).toEqual([change('BOARD-03-00', true), change('BOARD-03-00', false)])
  })

  test('of many that are asked for at once opens in its turn, one question on the line at a time', async () => {
    boards.answerOrders()
    const hardware = await wired.cabinet(PATIENT)
    const asked = Array.from({ length: 8 }, (_, lock) => `BOARD-0${lock % 2 ? 3 : 0}-0${lock}`)
    expect(new Set(await Promise.all(asked.map((one) => hardware.open(one, SOON_MS))))).toEqual(new Set(['opened']))
    expect(await openOnes(hardware)).toEqual(asked.toSorted())
    expect(boards.collisions()).toBe(0)
  })

  test('is the one that was asked for, and the only one, in 200 openings in any order', async () => {
    boards.answerOrders()
    const hardware = await wired.cabinet(PATIENT)
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
