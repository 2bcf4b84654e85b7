import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BOARDS, closedLocks, createDecoder, encode, type Frame, GET_STATUS, LOCKS, STATUS, UNLOCK } from './frames.ts'

const bytes = (text: string) => Uint8Array.from(text.split(' '), (byte) => Number.parseInt(byte, 16))
const byte = fc.integer({ min: 0, max: 0xff })
const address = { board: fc.integer({ min: 0, max: BOARDS - 1 }), lock: fc.integer({ min: 0, max: LOCKS - 1 }) }
const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ ...address, command: fc.constantFrom(GET_STATUS, UNLOCK), data: fc.constant([]) }),
  fc.record({ ...address, command: fc.constant(STATUS), data: fc.tuple(byte, byte, byte, byte) }),
)
/** Noise that contains no start byte. */
const noise = fc.array(
  byte.filter((one) => one !== 0x02),
  { maxLength: 20 },
)
/** Noise that may contain start bytes, but no end byte. */
const noiseWithStarts = fc.array(
  byte.filter((one) => one !== 0x03),
  { maxLength: 20 },
)

/** The frames that a decoder finds in bytes that arrive in fragments of these sizes, followed by the rest. */
function decoded(all: Uint8Array, sizes: readonly number[] = []): Frame[] {
  const { push } = createDecoder()
  const found: Frame[] = []
  let at = 0
  for (const size of [...sizes, all.length]) {
    found.push(...push(all.subarray(at, at + size)))
    at += size
  }
  return found
}

describe('frames', () => {
  test('are encoded as in the manufacturers’ documents', () => {
    expect(encode({ board: 0, lock: 0, command: UNLOCK, data: [] })).toEqual(bytes('02 00 31 03 36'))
    expect(encode({ board: 0, lock: 0, command: GET_STATUS, data: [] })).toEqual(bytes('02 00 30 03 35'))
    expect(encode({ board: 2, lock: 11, command: UNLOCK, data: [] })).toEqual(bytes('02 2b 31 03 61'))
  })

  test('of a status have a bit per closed lock, the first lock in the lowest bit', () => {
    const [status] = decoded(bytes('02 10 35 fe 7f 00 00 03 c7'))
    expect(status).toEqual({ board: 1, lock: 0, command: STATUS, data: [0xfe, 0x7f, 0, 0] })
    expect(closedLocks(status!)).toBe(0b0111_1111_1111_1110)
  })

  test('are found in any fragments with noise between them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(noise, frame)), noise, fc.array(fc.nat(12)), (sent, rest, sizes) => {
        const all = Uint8Array.from([...sent.flatMap(([before, one]) => [...before, ...encode(one)]), ...rest])
        expect(decoded(all, sizes)).toEqual(sent.map(([, one]) => one))
      }),
    )
  })

  test('are found after an incomplete frame', () => {
    fc.assert(
      fc.property(noiseWithStarts, frame, (before, one) => {
        const { push } = createDecoder()
        push(Uint8Array.from(before))
        expect(push(encode(one)).at(-1)).toEqual(one)
      }),
    )
  })

  test('are rejected when a byte was changed', () => {
    fc.assert(
      fc.property(frame, fc.nat(), fc.integer({ min: 1, max: 0xff }), (one, at, change) => {
        const changed = encode(one)
        const index = at % changed.length
        changed[index] = changed[index]! ^ change
        for (const found of decoded(changed))
          expect(encode(found).length, 'at most a frame within it').toBeLessThan(changed.length)
      }),
    )
  })

  test('are found after a reset that follows a frame truncated anywhere', () => {
    fc.assert(
      fc.property(frame, fc.nat(), frame, (cut, at, one) => {
        const { push, reset } = createDecoder()
        push(encode(cut).subarray(0, at % encode(cut).length))
        reset()
        expect(push(encode(one))).toEqual([one])
      }),
    )
  })
})
