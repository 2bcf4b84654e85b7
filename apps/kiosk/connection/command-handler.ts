import type { Command, KioskEvent, Reply } from '#features/kiosks/protocol.ts'
import type { Doors } from '../doors/doors.ts'
import type { Hardware } from '../doors/hardware.ts'
import type { Mapping } from '../doors/mapping.ts'
import type { Memory } from '../events/memory.ts'
import type { Outbox } from '../events/outbox.ts'
import type { Clock } from './clock.ts'

type Deps = {
  readonly memory: Memory
  readonly doors: Doors
  readonly mapping: Mapping
  readonly hardware: Hardware
  readonly outbox: Outbox
  readonly clock: Clock
  readonly reply: (reply: Reply) => Promise<void>
  readonly say: (line: string) => void
}

/** A word waits this long for the events of what it tells to be acknowledged, in ms: by then the server has applied them. */
const EVENTS_FIRST_MS = 2_000
const INTERRUPTED = 'the kiosk was restarted meanwhile'

/** Carries out the server's commands: each at most once, whatever happens in between, and none after its expiry. */
export function createCommander({ memory, doors, mapping, hardware, outbox, clock, reply, say }: Deps) {
  const inHand = new Set<string>()
  /** Begun by a run that stopped: what this one begins comes later. */
  let interrupted = memory.interruptedCommands()
  const isLate = ({ ExpiresAt }: Command) => clock.now().getTime() > Date.parse(ExpiresAt)
  /** A word that does not get through is asked for again by the command's next copy, or given up with the command. */
  const answer = (word: Reply) => reply(word).catch(() => {})

  const applied = (events: readonly KioskEvent[]) =>
    outbox.delivered(
      events.map(({ Id }) => Id),
      EVENTS_FIRST_MS,
    )

  async function carryOut(command: Command): Promise<Omit<Reply, 'CommandId'>> {
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
      await applied([changed.event])
      return { State: 'done' }
    }
    const lockerId = command.Kind === 'open' ? command.LockerId : null
    const { opening, events } = await doors.open({ serialNumber: command.SerialNumber, lockerId, commandId: command.Id })
    if (opening === 'unknown-device') return { State: 'refused', Reason: `there is no device ${command.SerialNumber}.` }
    if (opening === 'mapped-anew') return { State: 'refused', Reason: 'another device opens the locker now. Please try again.' }
    if (opening === 'no-answer') return { State: 'refused', Reason: `the lock board of ${command.SerialNumber} does not answer.` }
    await applied(events)
    return { State: opening }
  }

  async function begin(command: Command): Promise<void> {
    if (isLate(command)) return answer({ CommandId: command.Id, State: 'expired' })
    void answer({ CommandId: command.Id, State: 'acknowledged' })
    await memory.begin(command.Id, command.ExpiresAt)
    // The disk may have taken its time.
    const outcome = isLate(command) ? ({ State: 'expired' } as const) : await carryOut(command)
    const word: Reply = { CommandId: command.Id, ...outcome }
    // A word that is told and not kept is told as 'refused' after the next start, which counts for nothing then.
    await Promise.all([answer(word), memory.answer(word, command.ExpiresAt)])
  }

  return {
    handle: async (command: Command): Promise<void> => {
      if (inHand.has(command.Id)) return
      const known = memory.command(command.Id)
      if (known) {
        if (known.reply) await answer(known.reply)
        return
      }
      inHand.add(command.Id)
      try {
        say(`command ${command.Kind}`)
        await begin(command)
      } catch (error) {
        say(`a command failed: ${(error as Error).message}`)
      } finally {
        inHand.delete(command.Id)
      }
    },
    /** Ends what a run that stopped had begun: it is not done again, and the server is told so. */
    endInterrupted: async (): Promise<void> => {
      const left = interrupted
      interrupted = []
      for (const { commandId, expiresAt } of left) {
        const word: Reply = { CommandId: commandId, State: 'refused', Reason: INTERRUPTED }
        await memory.answer(word, expiresAt)
        await answer(word)
      }
    },
  }
}
