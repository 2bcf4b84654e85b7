import { expect, test, vi } from 'vitest'
import type { Command, Reply } from '#features/kiosks/protocol.ts'
import { newId } from '#platform/ids.ts'
import { createCommandHandler } from './command-handler.ts'

test('acknowledges a command only when it is stored, and opens the door after that', async () => {
  const stored = Promise.withResolvers<void>()
  const steps: string[] = []
  const handler = createCommandHandler({
    memory: {
      command: () => null,
      interruptedCommands: () => [],
      recordCommand: async () => {},
      recordOpening: () => stored.promise,
      openingsWithin: () => 0,
      recordReply: async () => {},
    },
    doors: {
      open: async () => {
        steps.push('open')
        return { result: 'opened', events: [] }
      },
    },
    mapping: { change: vi.fn() },
    hardware: { devices: vi.fn() },
    outbox: { waitUntilAcknowledged: async () => true },
    openingLimits: () => ({ perMinute: 1, perHour: 1 }),
    clock: { now: () => new Date() },
    reply: async ({ State }: Reply) => void steps.push(State),
    log: () => {},
  })
  const command: Command = {
    Id: newId(),
    ExpiresAt: new Date(Date.now() + 60_000).toISOString(),
    Kind: 'open-device',
    SerialNumber: 'SN-1',
  }
  const handling = handler.handle(command)
  await new Promise(setImmediate)
  expect(steps).toEqual([])
  stored.resolve()
  await handling
  expect(steps).toEqual(['acknowledged', 'open', 'opened'])
})
