import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASK_STATUS, BOARDS, closedLocks, createDecoder, encode, type Frame, LOCKS, STATUS, UNLOCK } from './frames.ts'

const bytes = (text: string) => Uint8Array.from(text.split(' '), (byte) => Number.parseInt(byte, 16))
const byte = fc.integer({ min: 0, max: 0xff })
const address = { board: fc.integer({ min: 0, max: BOARDS - 1 }), lock: fc.integer({ min: 0, max: LOCKS - 1 }) }
const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ ...address, command: fc.constantFrom(ASK_STATUS, UNLOCK), data: fc.constant([]) }),
  fc.record({ ...address, command: fc.constant(STATUS), data: fc.tuple(byte, byte, byte, byte) }),
)
/** Noise in which no frame begins. */
const noise = fc.array(
  byte.filter((one) => one !== 0x02),
  { maxLength: 20 },
)
/** Any noise at all, which may begin a frame but end none. */
const startingNoise = fc.array(
  byte.filter((one) => one !== 0x03),
  { maxLength: 20 },
)

/** What a decoder finds in bytes that come in pieces of these sizes, and the rest at once. */
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
  test('are the bytes that the boards’ makers print', () => {
    expect(encode({ board: 0, lock: 0, command: UNLOCK, data: [] })).toEqual(bytes('02 00 31 03 36'))
    expect(encode({ board: 0, lock: 0, command: ASK_STATUS, data: [] })).toEqual(bytes('02 00 30 03 35'))
    expect(encode({ board: 2, lock: 11, command: UNLOCK, data: [] })).toEqual(bytes('02 2b 31 03 61'))
  })

  test('of a status say which locks are closed, the first lock in the lowest bit', () => {
    const [status] = decoded(bytes('02 10 35 fe 7f 00 00 03 c7'))
    expect(status).toEqual({ board: 1, lock: 0, command: STATUS, data: [0xfe, 0x7f, 0, 0] })
    expect(closedLocks(status!)).toBe(0b0111_1111_1111_1110)
  })

  test('are found whatever the pieces are that they come in, with noise between them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(noise, frame)), noise, fc.array(fc.nat(12)), (said, rest, sizes) => {
        const all = Uint8Array.from([...said.flatMap(([before, one]) => [...before, ...encode(one)]), ...rest])
        expect(decoded(all, sizes)).toEqual(said.map(([, one]) => one))
      }),
    )
  })

  test('are found at once after a beginning that came to no end', () => {
    fc.assert(
      fc.property(startingNoise, frame, (before, one) => {
        const { push } = createDecoder()
        push(Uint8Array.from(before))
        expect(push(encode(one)).at(-1)).toEqual(one)
      }),
    )
  })

  test('are none when a byte of them was changed on the way', () => {
    fc.assert(
      fc.property(frame, fc.nat(), fc.integer({ min: 1, max: 0xff }), (one, at, change) => {
        const changed = encode(one)
        const index = at % changed.length
        changed[index] = changed[index]! ^ change
        for (const found of decoded(changed)) expect(encode(found).length, 'noise within it at most').toBeLessThan(changed.length)
      }),
    )
  })

  test('are found again after one that was cut short anywhere', () => {
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
