import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventually } from '#platform/server/testing/waiting.ts'
import type { Hardware } from '../doors/hardware.ts'
import type { EmulatedLockBoards } from '../testing/emulated-lock-boards.ts'
import { recordedDoors } from '../testing/recorded-doors.ts'
import { change, eachOnLockBoards, OPEN_MS, type WiredLockBoards } from '../testing/wired-lock-boards.ts'

let boards: EmulatedLockBoards
let wired: WiredLockBoards
eachOnLockBoards((newBoards, newWired) => {
  boards = newBoards
  wired = newWired
})

/** Long enough that no answer is late on a busy machine, which would count as a collision. */
const LONG_REPLY = { replyMs: 2_000 }
/** Shortens a scan of the fifteen addresses, of which all but two are silent. */
const SHORT_REPLY = { replyMs: 40 }

const openDevices = async (hardware: Hardware) =>
  (await hardware.devices(false)).filter(({ isOpen }) => isOpen).map(({ serialNumber }) => serialNumber)

describe('lock boards', () => {
  test('are found by scanning all addresses, and name their devices by address and lock', async () => {
    boards.door(3, 15).isOpen = true
    const hardware = await wired.cabinet({ boards: undefined })
    // A board that answers late on a busy machine is found by a later request.
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    const devices = await hardware.devices(false)
    expect(devices[5]).toEqual({ serialNumber: 'BOARD-00-05', isOpen: false })
    expect(devices[31]).toEqual({ serialNumber: 'BOARD-03-15', isOpen: true })
    expect(
      wired.logged
        .join('\n')
        .match(/\b\d\d\b/g)
        ?.toSorted(),
    ).toEqual(['00', '03'])
  })

  test('have as many devices as locks are wired', async () => {
    const hardware = await wired.cabinet({ locks: 12, replyMs: 1_000 })
    expect(await hardware.devices(false)).toHaveLength(24)
    expect(await hardware.open('BOARD-00-12', 50)).toBe('unknown-device')
    expect(boards.releases).toEqual([])
  })

  test('added later are found by a rediscovery', async () => {
    boards.silence(3, true)
    const hardware = await wired.cabinet({ boards: undefined, missingMs: 60_000, ...SHORT_REPLY })
    // A scan with short waits may miss a board on a busy machine.
    const rediscovered = async () => (await hardware.devices(true)).length
    await eventually(rediscovered).toBe(16)
    expect(await hardware.open('BOARD-03-00', 50)).toBe('unknown-device')
    boards.silence(3, false)
    await eventually(rediscovered).toBe(32)
    expect(await hardware.open('BOARD-03-00', OPEN_MS)).toBe('opened')
  })

  test('that were silent at the start are found when they answer and delay nothing before', async () => {
    boards.silence(3, true)
    const hardware = await wired.cabinet({ boards: undefined, ...SHORT_REPLY })
    const found: string[] = []
    hardware.onFound((devices) => found.push(...devices.map(({ serialNumber }) => serialNumber)))
    const deviceCount = async () => (await hardware.devices(false)).length
    await eventually(deviceCount).toBe(16)
    expect(await hardware.open('BOARD-03-00', 50)).toBe('unknown-device')
    expect(await hardware.open('BOARD-00-00', OPEN_MS)).toBe('opened')
    boards.silence(3, false)
    await eventually(deviceCount).toBe(32)
    expect(wired.logged.filter((line) => line.includes('03'))).toEqual(['lock board 03 answers'])
    expect(new Set(found).size, 'each is reported once').toBe(found.length)
    expect(found).toHaveLength(32)
    expect(await hardware.open('BOARD-03-00', OPEN_MS)).toBe('opened')
  })
})

describe('a door', () => {
  test('opens on request, and no other does', async () => {
    const hardware = await wired.cabinet()
    expect(await hardware.open('BOARD-03-09', OPEN_MS)).toBe('opened')
    expect(boards.releases).toEqual(['3/9'])
    expect(await openDevices(hardware)).toEqual(['BOARD-03-09'])
    expect(hardware.isOpen('BOARD-03-09')).toBe(true)
    expect(hardware.isOpen('BOARD-00-09')).toBe(false)
    expect(hardware.changes).toEqual([change('BOARD-03-09', true)])
  })

  test('opens when its board also answers the release', async () => {
    boards.answerReleases()
    boards.door(0, 1).springMs = 60
    const hardware = await wired.cabinet(LONG_REPLY)
    expect(await hardware.open('BOARD-00-01', OPEN_MS)).toBe('opened')
    expect(boards.releases).toEqual(['0/1'])
    expect(boards.collisions()).toBe(0)
  })

  test('that is already open counts as opened', async () => {
    boards.door(0, 1).isOpen = true
    const hardware = await wired.cabinet()
    expect(await hardware.open('BOARD-00-01', OPEN_MS)).toBe('opened')
  })

  test('is not detected while its status does not report it open', async () => {
    boards.door(0, 1).stuck = 1
    const hardware = await wired.cabinet(LONG_REPLY)
    const start = performance.now()
    expect(await hardware.open('BOARD-00-01', 150)).toBe('not-detected')
    expect(performance.now() - start).toBeGreaterThan(149)
    expect(boards.releases).toEqual(['0/1'])
    expect(hardware.changes).toEqual([])
  })

  test('that is not detected is retried as configured and recorded once', async () => {
    boards.door(0, 1).stuck = 2
    boards.door(0, 2).stuck = 3
    const { open, events } = recordedDoors(await wired.cabinet(), 2)
    expect(await open('BOARD-00-01')).toBe('opened')
    expect(await open('BOARD-00-02')).toBe('not-detected')
    expect(boards.releases).toEqual(['0/1', '0/1', '0/1', '0/2', '0/2', '0/2'])
    expect(events).toEqual(['door-opened', 'not-detected'])
  })

  test('that opens after the timeout is recorded as opened then', async () => {
    boards.door(0, 1).springMs = 600
    const { open, events } = recordedDoors(await wired.cabinet(LONG_REPLY), 0)
    expect(await open('BOARD-00-01')).toBe('not-detected')
    await eventually(() => events).toEqual(['not-detected', 'door-opened'])
  })

  test('opened with a key and closed is reported', async () => {
    const hardware = await wired.cabinet()
    boards.door(3, 0).isOpen = true
    await eventually(() => hardware.changes).toEqual([change('BOARD-03-00', true)])
    boards.door(3, 0).isOpen = false
    await eventually(() => hardware.changes).toEqual([change('BOARD-03-00', true), change('BOARD-03-00', false)])
  })

  test('of many requested at once opens in turn, with one request on the line at a time', async () => {
    boards.answerReleases()
    const hardware = await wired.cabinet(LONG_REPLY)
    const devices = Array.from({ length: 8 }, (_, lock) => `BOARD-0${lock % 2 ? 3 : 0}-0${lock}`)
    expect(new Set(await Promise.all(devices.map((device) => hardware.open(device, OPEN_MS))))).toEqual(new Set(['opened']))
    expect(await openDevices(hardware)).toEqual(devices.toSorted())
    expect(boards.collisions()).toBe(0)
  })

  test('is the requested one and the only one in 200 random openings', async () => {
    boards.answerReleases()
    const hardware = await wired.cabinet(LONG_REPLY)
    for (let i = 0; i < 200; i += 1) {
      const [address, lock] = [randomInt(2) * 3, randomInt(16)]
      expect(await hardware.open(`BOARD-0${address}-${`${lock}`.padStart(2, '0')}`, OPEN_MS)).toBe('opened')
      expect(boards.releases.splice(0)).toEqual([`${address}/${lock}`])
      expect(boards.openDoors()).toEqual([`${address}/${lock}`])
      boards.door(address, lock).isOpen = false
    }
    expect(boards.collisions()).toBe(0)
  })
})
