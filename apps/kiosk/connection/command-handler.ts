import type { Command, KioskEvent, Reply } from '#features/kiosks/protocol.ts'
import type { Doors } from '../doors/doors.ts'
import type { Hardware } from '../doors/hardware.ts'
import type { Mapping } from '../doors/mapping.ts'
import type { Memory } from '../events/memory.ts'
import type { Outbox } from '../events/outbox.ts'
import type { Clock } from './clock.ts'

type Deps = {
  readonly memory: Pick<Memory, 'command' | 'interruptedCommands' | 'recordCommand' | 'recordReply'>
  readonly doors: Pick<Doors, 'open'>
  readonly mapping: Pick<Mapping, 'change'>
  readonly hardware: Pick<Hardware, 'devices'>
  readonly outbox: Pick<Outbox, 'waitUntilAcknowledged'>
  readonly clock: Pick<Clock, 'now'>
  readonly reply: (reply: Reply) => Promise<void>
  readonly log: (line: string) => void
}

/**
 * How long a reply waits until the server has acknowledged the command's events, in ms, so that their effect is visible
 * to the request that waits for the reply.
 */
const EVENTS_FIRST_MS = 2_000
const INTERRUPTED = 'the kiosk restarted before the command ended'

/** Executes the server's commands: each at most once, also across restarts, and none after its expiry. */
export function createCommandHandler({ memory, doors, mapping, hardware, outbox, clock, reply, log }: Deps) {
  const running = new Set<string>()
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

  async function execute(command: Command): Promise<Omit<Reply, 'CommandId'>> {
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

  async function begin(command: Command): Promise<void> {
    const expired: Reply = { CommandId: command.Id, State: 'expired' }
    if (isExpired(command)) return send(expired)
    // On the disk before anything else: a kiosk that is killed from here on refuses the command at its next start.
    await memory.recordCommand(command.Id, command.ExpiresAt)
    let final = expired
    if (!isExpired(command)) {
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
      }
    },
    /** Refuses the commands that a previous run began and did not end. */
    refuseInterrupted: async (): Promise<void> => {
      const commands = interrupted
      interrupted = []
      for (const { commandId, expiresAt } of commands) {
        const refusal: Reply = { CommandId: commandId, State: 'refused', Reason: INTERRUPTED }
        await memory.recordReply(refusal, expiresAt)
        await send(refusal)
      }
    },
  }
}
