import type { Command, Reply } from '#features/kiosks/protocol.ts'
import type { Clock } from './clock.ts'
import type { Doors } from './doors.ts'
import type { Hardware } from './hardware.ts'
import type { Memory } from './memory.ts'
import type { Outbox } from './outbox.ts'

type Needs = {
  readonly memory: Memory
  readonly doors: Doors
  readonly hardware: Hardware
  readonly outbox: Outbox
  readonly clock: Clock
  readonly reply: (reply: Reply) => Promise<void>
  readonly say: (line: string) => void
}

/** The word on a door waits this long for the door's events to be acknowledged, in ms: by then the server has applied them. */
const EVENTS_FIRST_MS = 2_000
const INTERRUPTED = 'the kiosk was restarted meanwhile'

/** Carries out the server's commands: each at most once, whatever happens in between, and none after its expiry. */
export function createCommander({ memory, doors, hardware, outbox, clock, reply, say }: Needs) {
  const inHand = new Set<string>()
  /** Begun by a run that stopped: what this one begins comes later. */
  let interrupted = memory.interruptedCommands()
  const isLate = ({ ExpiresAt }: Command) => clock.now().getTime() > Date.parse(ExpiresAt)
  /** A word that does not get through is asked for again by the command's next copy, or given up with the command. */
  const answer = (word: Reply) => reply(word).catch(() => {})

  async function carryOut(command: Command): Promise<Omit<Reply, 'CommandId'>> {
    if (command.Kind === 'discover') {
      const devices = await hardware.devices(command.Rediscover)
      return {
        State: 'done',
        Devices: devices.map(({ serialNumber, isOpen }) => ({ SerialNumber: serialNumber, IsOpen: isOpen })),
      }
    }
    if (command.Kind === 'map') {
      await memory.map(command.LockerId, command.SerialNumber)
      return { State: 'done' }
    }
    const lockerId = command.Kind === 'open' ? command.LockerId : null
    const { opening, events } = await doors.open({ serialNumber: command.SerialNumber, lockerId, commandId: command.Id })
    if (opening === 'unknown-device') return { State: 'refused', Reason: `there is no device ${command.SerialNumber}` }
    await outbox.delivered(
      events.map(({ Id }) => Id),
      EVENTS_FIRST_MS,
    )
    return { State: opening }
  }

  async function begin(command: Command): Promise<void> {
    if (isLate(command)) return answer({ CommandId: command.Id, State: 'expired' })
    await memory.begin(command.Id, command.ExpiresAt)
    await answer({ CommandId: command.Id, State: 'acknowledged' })
    // The disk and the way to the server may have taken their time.
    const outcome = isLate(command) ? ({ State: 'expired' } as const) : await carryOut(command)
    const word: Reply = { CommandId: command.Id, ...outcome }
    await memory.answer(word, command.ExpiresAt)
    await answer(word)
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
