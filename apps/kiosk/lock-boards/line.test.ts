import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { eventually } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import type { EmulatedLockBoards } from '../testing/emulated-lock-boards.ts'
import { doorsOf } from '../testing/recorded-doors.ts'
import { change, eachOnLockBoards, SOON_MS, type Wired } from '../testing/wired-lock-boards.ts'

let boards: EmulatedLockBoards
let wired: Wired
eachOnLockBoards((fresh, freshlyWired) => {
  boards = fresh
  wired = freshlyWired
})

describe('a bad line', () => {
  test('with answers in pieces and noise around them changes nothing', async () => {
    boards.through((answer) => [
      { afterMs: 1, bytes: Uint8Array.of(0xff, 0x02, 0x00) },
      { afterMs: 3, bytes: answer.subarray(0, 4) },
      { afterMs: 8, bytes: answer.subarray(4) },
    ])
    const hardware = await wired.cabinet()
    expect(await hardware.open('BOARD-03-02', SOON_MS)).toBe('opened')
    expect(hardware.changes).toEqual([change('BOARD-03-02', true)])
  })

  test('with noise that nobody asked for opens nothing and tells nothing', async () => {
    const hardware = await wired.cabinet()
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
    const hardware = await wired.cabinet({ boards: [0] })
    await eventually(() => answers).toBeGreaterThan(12)
    expect(hardware.changes).toEqual([])
    expect(await hardware.open('BOARD-00-02', SOON_MS)).toBe('opened')
    expect(hardware.changes).toEqual([change('BOARD-00-02', true)])
  })

  test('with a broken answer whose sum is right by chance tells nothing', async () => {
    const hardware = await wired.cabinet()
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

  test('with a sensor that flutters as fast as it is asked holds up neither the start nor the board’s other doors', async () => {
    boards.through((answer) => {
      boards.door(0, 9).isOpen = !boards.door(0, 9).isOpen
      return [{ afterMs: 2, bytes: answer }]
    })
    // Patient: an answer that is late on a busy machine would end the fluttering by itself.
    const hardware = await wired.cabinet({ replyMs: 1_000 })
    expect(wired.said).toEqual(['lock boards that answer: 00, 03'])
    const there = await hardware.devices(false)
    expect(there).toHaveLength(31)
    expect(there.map(({ serialNumber }) => serialNumber)).not.toContain('BOARD-00-09')
    expect(await hardware.open('BOARD-00-00', SOON_MS)).toBe('opened')
    boards.door(0, 1).isOpen = true
    await eventually(() => hardware.changes).toEqual([change('BOARD-00-00', true), change('BOARD-00-01', true)])
    expect(await hardware.open('BOARD-00-09', 100)).toBe('not-detected')
    boards.through()
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
  })
})

describe('a cable that is pulled', () => {
  test('leaves a board’s devices missing until it answers again, with what happened meanwhile', async () => {
    const hardware = await wired.cabinet()
    boards.silence(3, true)
    await eventually(async () => (await hardware.devices(false)).length).toBe(16)
    expect(wired.said.at(-1)).toBe('lock board 03 does not answer')
    expect(await hardware.open('BOARD-03-00', 100)).toBe('no-answer')
    expect(await hardware.open('BOARD-00-00', SOON_MS)).toBe('opened')
    boards.door(3, 7).isOpen = true
    boards.silence(3, false)
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(wired.said.at(-1)).toBe('lock board 03 answers again')
    await eventually(() => hardware.changes).toEqual([change('BOARD-00-00', true), change('BOARD-03-07', true)])
  })

  test('of the adapter leaves every device missing, and all are back when it is', async () => {
    const hardware = await wired.cabinet()
    expect(await hardware.open('BOARD-00-04', SOON_MS)).toBe('opened')
    boards.unplug()
    await eventually(() => hardware.devices(false)).toEqual([])
    expect(wired.said.at(-1)).toContain(`the serial port ${wired.path} cannot be used`)
    expect(hardware.isOpen('BOARD-00-04'), 'nobody saw it close').toBe(true)
    expect(await hardware.open('BOARD-00-05', 100)).toBe('no-answer')
    boards.plug()
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(boards.orders, 'an order that was not heard is not given later').toEqual(['0/4'])
    expect(await hardware.open('BOARD-00-05', SOON_MS)).toBe('opened')
  })

  test('is no word of a door: its opening is not tried again, and nothing is told of it', async () => {
    const hardware = await wired.cabinet()
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
    const hardware = await wired.cabinet({ boards: undefined })
    expect(await hardware.devices(true)).toEqual([])
    expect(await hardware.open('BOARD-00-00', 50)).toBe('no-answer')
    boards.plug()
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(await hardware.open('BOARD-00-00', SOON_MS)).toBe('opened')
  })

  test('in the middle of an opening opens nothing twice and the kiosk goes on', async () => {
    boards.door(0, 1).stuck = 1
    const hardware = await wired.cabinet()
    const opening = hardware.open('BOARD-00-01', 300)
    await eventually(() => boards.orders).toEqual(['0/1'])
    boards.unplug()
    expect(await opening).toBe('no-answer')
    boards.plug()
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(boards.orders).toEqual(['0/1'])
  })
})
