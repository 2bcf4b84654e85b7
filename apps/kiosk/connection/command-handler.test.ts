import { describe, expect, test, vi } from 'vitest'
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

describe('a cancellation', () => {
  const command = (): Command => ({
    Id: newId(),
    ExpiresAt: new Date(Date.now() + 60_000).toISOString(),
    Kind: 'open-device',
    SerialNumber: 'SN-1',
  })
  const cancelling = ({ Id, ExpiresAt }: Command): Command => ({ Kind: 'cancel', Id: newId(), ExpiresAt, CommandIds: [Id] })
  /** A handler with a memory that stores a command when `stored` resolves. */
  function cancellable(stored: Promise<void> = Promise.resolve()) {
    const replies = new Map<string, Reply>()
    const sent: Reply[] = []
    const open = vi.fn(async () => ({ result: 'opened' as const, events: [] }))
    const handler = createCommandHandler({
      memory: {
        command: (id) => (replies.has(id) ? { reply: replies.get(id)! } : null),
        interruptedCommands: () => [],
        recordCommand: async () => {},
        recordOpening: () => stored,
        openingsWithin: () => 0,
        recordReply: async (reply) => void replies.set(reply.CommandId, reply),
      },
      doors: { open },
      mapping: { change: vi.fn() },
      hardware: { devices: vi.fn() },
      outbox: { waitUntilAcknowledged: async () => true },
      openingLimits: () => ({ perMinute: 1, perHour: 1 }),
      clock: { now: () => new Date() },
      reply: async (reply: Reply) => void sent.push(reply),
      log: () => {},
    })
    return { handler, open, sent }
  }
  const refused = ({ Id }: Command) => ({ CommandId: Id, State: 'refused', Reason: 'remote opening was stopped.' })

  test('refuses a command that arrives after it', async () => {
    const { handler, open, sent } = cancellable()
    const late = command()
    await handler.handle(cancelling(late))
    await handler.handle(late)
    expect(open).not.toHaveBeenCalled()
    expect(sent).toEqual([refused(late), refused(late)])
  })

  test('refuses a command whose door has not been opened yet, and not one that has ended', async () => {
    const stored = Promise.withResolvers<void>()
    const { handler, open, sent } = cancellable(stored.promise)
    const waiting = command()
    const handling = handler.handle(waiting)
    await handler.handle(cancelling(waiting))
    stored.resolve()
    await handling
    expect(open).not.toHaveBeenCalled()
    expect(sent).toEqual([refused(waiting)])
    const done = command()
    await handler.handle(done)
    await handler.handle(cancelling(done))
    expect(open).toHaveBeenCalledOnce()
    expect(sent.at(-1)).toEqual({ CommandId: done.Id, State: 'opened' })
  })
})
