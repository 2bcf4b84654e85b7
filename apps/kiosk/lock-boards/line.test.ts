import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventually } from '#platform/server/testing/waiting.ts'
import type { EmulatedLockBoards } from '../testing/emulated-lock-boards.ts'
import { recordedDoors } from '../testing/recorded-doors.ts'
import { change, eachOnLockBoards, OPEN_MS, type WiredLockBoards } from '../testing/wired-lock-boards.ts'

let boards: EmulatedLockBoards
let wired: WiredLockBoards
eachOnLockBoards((newBoards, newWired) => {
  boards = newBoards
  wired = newWired
})

describe('a faulty line', () => {
  test('with fragmented answers and noise works normally', async () => {
    boards.transmit((answer) => [
      { afterMs: 1, bytes: Uint8Array.of(0xff, 0x02, 0x00) },
      { afterMs: 3, bytes: answer.subarray(0, 4) },
      { afterMs: 8, bytes: answer.subarray(4) },
    ])
    const hardware = await wired.cabinet()
    expect(await hardware.open('BOARD-03-02', OPEN_MS)).toBe('opened')
    expect(hardware.changes).toEqual([change('BOARD-03-02', true)])
  })

  test('with noise between requests reports no change and opens no door', async () => {
    const hardware = await wired.cabinet()
    for (let i = 0; i < 20; i += 1) {
      const requests = boards.requests()
      boards.noise(Uint8Array.from({ length: 15 }, () => randomInt(256)))
      await eventually(boards.requests).toBeGreaterThan(requests)
    }
    expect(hardware.changes).toEqual([])
    expect(await hardware.open('BOARD-03-02', OPEN_MS)).toBe('opened')
    expect(boards.releases).toEqual(['3/2'])
  })

  test('with occasional corrupt or truncated answers keeps its boards', async () => {
    let answers = 0
    boards.transmit((answer) => {
      answers += 1
      const bytes = Uint8Array.from(answer)
      if (answers % 4 === 0) bytes[3] = bytes[3]! ^ 0x20
      return [{ afterMs: 2, bytes: answers % 4 === 1 ? bytes.subarray(0, 6) : bytes }]
    })
    const hardware = await wired.cabinet({ boards: [0] })
    await eventually(() => answers).toBeGreaterThan(12)
    expect(hardware.changes).toEqual([])
    expect(await hardware.open('BOARD-00-02', OPEN_MS)).toBe('opened')
    expect(hardware.changes).toEqual([change('BOARD-00-02', true)])
  })

  test('with a corrupt answer that has a valid sum reports no change', async () => {
    const hardware = await wired.cabinet()
    let broken = 0
    boards.transmit((answer) => {
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

  test('with a bouncing sensor delays neither the start nor the board’s other doors', async () => {
    boards.transmit((answer) => {
      boards.door(0, 9).isOpen = !boards.door(0, 9).isOpen
      return [{ afterMs: 2, bytes: answer }]
    })
    // A long wait, because an answer lost on a busy machine would end the bouncing.
    const hardware = await wired.cabinet({ replyMs: 1_000 })
    expect(wired.logged).toEqual(['lock boards that answer: 00, 03'])
    const devices = await hardware.devices(false)
    expect(devices).toHaveLength(31)
    expect(devices.map(({ serialNumber }) => serialNumber)).not.toContain('BOARD-00-09')
    expect(await hardware.open('BOARD-00-00', OPEN_MS)).toBe('opened')
    boards.door(0, 1).isOpen = true
    await eventually(() => hardware.changes).toEqual([change('BOARD-00-00', true), change('BOARD-00-01', true)])
    expect(await hardware.open('BOARD-00-09', 100)).toBe('not-detected')
    boards.transmit()
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
  })
})

describe('an unplugged cable', () => {
  test('makes a board’s devices missing until it answers again and reports the changes in between', async () => {
    const hardware = await wired.cabinet()
    boards.silence(3, true)
    await eventually(async () => (await hardware.devices(false)).length).toBe(16)
    expect(wired.logged.at(-1)).toBe('lock board 03 does not answer')
    expect(await hardware.open('BOARD-03-00', 100)).toBe('no-answer')
    expect(await hardware.open('BOARD-00-00', OPEN_MS)).toBe('opened')
    boards.door(3, 7).isOpen = true
    boards.silence(3, false)
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(wired.logged.at(-1)).toBe('lock board 03 answers again')
    await eventually(() => hardware.changes).toEqual([change('BOARD-00-00', true), change('BOARD-03-07', true)])
  })

  test('of the adapter makes every device missing until it is plugged in again', async () => {
    const hardware = await wired.cabinet()
    expect(await hardware.open('BOARD-00-04', OPEN_MS)).toBe('opened')
    boards.unplug()
    await eventually(() => hardware.devices(false)).toEqual([])
    expect(wired.logged.at(-1)).toContain(`the serial port ${wired.path} cannot be used`)
    expect(hardware.isOpen('BOARD-00-04'), 'the last known state').toBe(true)
    expect(await hardware.open('BOARD-00-05', 100)).toBe('no-answer')
    boards.plug()
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(boards.releases, 'a release that was lost is not repeated').toEqual(['0/4'])
    expect(await hardware.open('BOARD-00-05', OPEN_MS)).toBe('opened')
  })

  test('gives no result for a door: the opening is neither retried nor recorded', async () => {
    const hardware = await wired.cabinet()
    const { open, events } = recordedDoors(hardware, 2)
    boards.silence(3, true)
    expect(await open('BOARD-03-00'), 'before the board counts as missing').toBe('no-answer')
    boards.unplug()
    await eventually(() => hardware.devices(false)).toEqual([])
    expect(await open('BOARD-00-00')).toBe('no-answer')
    expect(events).toEqual([])
  })

  test('before the start is detected when it is plugged in', async () => {
    boards.unplug()
    const hardware = await wired.cabinet({ boards: undefined })
    expect(await hardware.devices(true)).toEqual([])
    expect(await hardware.open('BOARD-00-00', 50)).toBe('no-answer')
    boards.plug()
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(await hardware.open('BOARD-00-00', OPEN_MS)).toBe('opened')
  })

  test('during an opening does not repeat the release', async () => {
    boards.door(0, 1).stuck = 1
    const hardware = await wired.cabinet()
    const opening = hardware.open('BOARD-00-01', 300)
    await eventually(() => boards.releases).toEqual(['0/1'])
    boards.unplug()
    expect(await opening).toBe('no-answer')
    boards.plug()
    await eventually(async () => (await hardware.devices(false)).length).toBe(32)
    expect(boards.releases).toEqual(['0/1'])
  })
})
