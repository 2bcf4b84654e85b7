import type { Command, KioskEvent, Reply } from '#features/kiosks/protocol.ts'
import type { RemoteOpeningLimits } from '#features/kiosks/rules.ts'
import type { Doors } from '../doors/doors.ts'
import type { Hardware } from '../doors/hardware.ts'
import type { Mapping } from '../doors/mapping.ts'
import type { Memory } from '../events/memory.ts'
import type { Outbox } from '../events/outbox.ts'
import type { Clock } from './clock.ts'

type Deps = {
  readonly memory: Pick<
    Memory,
    'command' | 'interruptedCommands' | 'recordCommand' | 'recordOpening' | 'openingsWithin' | 'recordReply'
  >
  readonly doors: Pick<Doors, 'open'>
  readonly mapping: Pick<Mapping, 'change'>
  readonly hardware: Pick<Hardware, 'devices'>
  readonly outbox: Pick<Outbox, 'waitUntilAcknowledged'>
  readonly clock: Pick<Clock, 'now'>
  /** The current limits of remote openings, read at each one. */
  readonly openingLimits: () => RemoteOpeningLimits
  readonly reply: (reply: Reply) => Promise<void>
  readonly log: (line: string) => void
}

/**
 * How long a reply waits until the server has acknowledged the command's events, in ms, so that their effect is visible
 * to the request that waits for the reply.
 */
const EVENTS_FIRST_MS = 2_000
const INTERRUPTED = 'the kiosk restarted before the command ended'
const CANCELLED = 'remote opening was stopped.'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const opensDoor = ({ Kind }: Command) => Kind === 'open' || Kind === 'open-device'

/** Executes the server's commands: each at most once, also across restarts, and none after its expiry. */
export function createCommandHandler({ memory, doors, mapping, hardware, outbox, clock, openingLimits, reply, log }: Deps) {
  const running = new Set<string>()
  /** Of the running ones, those that the server has cancelled. */
  const cancelled = new Set<string>()
  const { whyNotOpen, record } = createRecorder({ memory, openingLimits })
  /** Begun by a previous run. Read now, before this run begins commands of its own. */
  let interrupted = memory.interruptedCommands()
  const isExpired = ({ ExpiresAt }: Command) => clock.now().getTime() > Date.parse(ExpiresAt)
  /** A lost reply is sent again when the server repeats the command; otherwise the command expires there. */
  const send = (message: Reply) => reply(message).catch(() => {})

  const acknowledged = (events: readonly KioskEvent[]) =>
    outbox.waitUntilAcknowledged(
      events.map(({ Id }) => Id),
      EVENTS_FIRST_MS,
    )

  async function execute(command: Exclude<Command, { Kind: 'cancel' }>): Promise<Omit<Reply, 'CommandId'>> {
    if (command.Kind === 'discover') {
      const devices = await hardware.devices(command.Rediscover)
      return {
        State: 'done',
        Devices: devices.map(({ serialNumber, isOpen }) => ({ SerialNumber: serialNumber, IsOpen: isOpen })),
      }
    }
    if (command.Kind === 'map') {
      const { LockerId: lockerId, SerialNumber: serialNumber, Id: commandId } = command
      const changed = await mapping.change({ lockerId, serialNumber, commandId })
      if ('whyNot' in changed) return { State: 'refused', Reason: changed.whyNot }
      await acknowledged([changed.event])
      return { State: 'done' }
    }
    const lockerId = command.Kind === 'open' ? command.LockerId : null
    const { result, events } = await doors.open({ serialNumber: command.SerialNumber, lockerId, commandId: command.Id })
    if (result === 'unknown-device') return { State: 'refused', Reason: `there is no device ${command.SerialNumber}.` }
    if (result === 'remapped') return { State: 'refused', Reason: 'the locker was mapped to another device. Please try again.' }
    if (result === 'no-answer') return { State: 'refused', Reason: `the lock board of ${command.SerialNumber} does not answer.` }
    await acknowledged(events)
    return { State: result }
  }

  const refused = ({ Id }: Pick<Command, 'Id'>, Reason: string): Reply => ({ CommandId: Id, State: 'refused', Reason })
  /** Stored, so that a repeated command is refused as well: its sender was told that the door stays closed. */
  async function refuse(command: Pick<Command, 'Id' | 'ExpiresAt'>, reason: string) {
    const reply = refused(command, reason)
    await memory.recordReply(reply, command.ExpiresAt)
    await send(reply)
  }

  async function cancel({ CommandIds, ExpiresAt }: Extract<Command, { Kind: 'cancel' }>) {
    for (const Id of CommandIds) {
      if (running.has(Id)) cancelled.add(Id)
      else if (!memory.command(Id)) await refuse({ Id, ExpiresAt }, CANCELLED)
    }
  }

  async function begin(command: Command): Promise<void> {
    if (command.Kind === 'cancel') return cancel(command)
    const expired: Reply = { CommandId: command.Id, State: 'expired' }
    if (isExpired(command)) return send(expired)
    const whyNot = opensDoor(command) ? whyNotOpen() : null
    if (whyNot) return refuse(command, whyNot)
    await record(command)
    let final = expired
    if (cancelled.has(command.Id)) final = refused(command, CANCELLED)
    else if (!isExpired(command)) {
      void send({ CommandId: command.Id, State: 'acknowledged' })
      final = { CommandId: command.Id, ...(await execute(command)) }
    }
    // A reply that was sent but not stored becomes 'refused' at the next start, which the server ignores after the first reply.
    await Promise.all([send(final), memory.recordReply(final, command.ExpiresAt)])
  }

  return {
    handle: async (command: Command): Promise<void> => {
      if (running.has(command.Id)) return
      const known = memory.command(command.Id)
      if (known) {
        if (known.reply) await send(known.reply)
        return
      }
      running.add(command.Id)
      try {
        log(`command ${command.Kind}`)
        await begin(command)
      } catch (error) {
        log(`command ${command.Kind} failed: ${(error as Error).message}`)
      } finally {
        running.delete(command.Id)
        cancelled.delete(command.Id)
      }
    },
    /** Refuses the commands that a previous run began and did not end. */
    refuseInterrupted: async (): Promise<void> => {
      const commands = interrupted
      interrupted = []
      for (const { commandId, expiresAt } of commands) {
        await refuse({ Id: commandId, ExpiresAt: expiresAt }, INTERRUPTED)
      }
    },
  }
}

/** Records commands that begin, and counts the remote openings among them. */
function createRecorder({ memory, openingLimits }: Pick<Deps, 'memory' | 'openingLimits'>) {
  /** Remote openings that are being stored, which the memory does not count yet. */
  let pendingOpenings = 0
  return {
    /** Why the limits of this kiosk do not allow another remote opening, whatever the server does; or null. */
    whyNotOpen: (): string | null => {
      const { perMinute, perHour } = openingLimits()
      const isReached = (limit: number, ms: number) => memory.openingsWithin(ms) + pendingOpenings >= limit
      if (isReached(perMinute, MINUTE_MS)) return `its limit of ${perMinute} remote openings per minute is reached.`
      if (isReached(perHour, HOUR_MS)) return `its limit of ${perHour} remote openings per hour is reached.`
      return null
    },
    /** On the disk before anything else: a kiosk that is killed from here on refuses the command at its next start. */
    record: async (command: Command): Promise<void> => {
      if (!opensDoor(command)) return memory.recordCommand(command.Id, command.ExpiresAt)
      pendingOpenings += 1
      await memory.recordOpening(command.Id, command.ExpiresAt).finally(() => {
        pendingOpenings -= 1
      })
    },
  }
}
