import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventReader, type StreamEvent } from './event-stream.ts'

const STREAM = ': open\n\nevent: change\ndata: {"Topic":"status"}\n\n: still here\n\nevent: missed\ndata: {}\n\ndata: "a: b"\n\n'
const EVENTS: StreamEvent[] = [
  { event: 'change', data: { Topic: 'status' } },
  { event: 'missed', data: {} },
  { event: 'message', data: 'a: b' },
]

test('reads complete events from any chunks of the stream', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length)), (places) => {
      const cuts = [0, ...places.toSorted((one, other) => one - other), STREAM.length]
      const events: StreamEvent[] = []
      const read = eventReader((message) => events.push(message))
      for (const [at, from] of cuts.entries()) read(STREAM.slice(from, cuts[at + 1]))
      expect(events).toEqual(EVENTS)
    }),
  )
})
