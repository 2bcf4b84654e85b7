import { join } from 'node:path'
import type { Config, EventDraft, EventOf, KioskEvent, Reply } from '#features/kiosks/protocol.ts'
import { newId } from '#platform/ids.ts'
import { type Journal, openJournal } from './journal.ts'

/**
 * What is about to happen at a door, written before the door opens. When the kiosk stops in between, the next start tells
 * what was known: `unopened` if the door was never seen to open, `opened` if it was.
 */
export type Intent = { readonly Id: string; readonly unopened: readonly EventDraft[]; readonly opened: readonly EventDraft[] }

type Entry =
  | { readonly is: 'intent'; readonly intent: Intent }
  | { readonly is: 'opened'; readonly intentId: string }
  /** Events that happened; `ends` is the intent that they settle, in the same line. */
  | { readonly is: 'events'; readonly events: readonly KioskEvent[]; readonly ends?: string }
  | { readonly is: 'acked'; readonly ids: readonly string[] }
  | { readonly is: 'begun'; readonly commandId: string; readonly expiresAt: string }
  | { readonly is: 'answered'; readonly reply: Reply; readonly expiresAt: string }
  /** What is left of an event 'locker-mapped' that the server has. */
  | { readonly is: 'mapped'; readonly lockerId: string; readonly serialNumber: string | null }
  /** What is left of an event 'door-left-open' that the server has, until the door is closed. */
  | { readonly is: 'left-open'; readonly door: Door }
  | { readonly is: 'configured'; readonly config: Config }

type Door = Pick<EventOf<'door-left-open'>, 'LockerId' | 'SerialNumber'>

export type Memory = Awaited<ReturnType<typeof openMemory>>

/** A journal of more than this is written anew without what is over, in bytes; then when it has doubled. */
const COMPACT_ABOVE = 256 * 1024
/** A command is remembered this long after its expiry, in ms: until then a copy of it may still come. */
const COMMANDS_KEPT_MS = 3_600_000

/** Everything that a kiosk must not forget, in a folder of its own. */
export async function openMemory(folder: string, now: () => Date, complain: (line: string) => void) {
  const events = new Map<string, KioskEvent>()
  const intents = new Map<string, { intent: Intent; isOpened: boolean }>()
  const commands = new Map<string, { expiresAt: string; reply: Reply | null }>()
  const mappings = new Map<string, string | null>()
  const leftOpen = new Map<string, Door>()
  let config: Config | null = null

  function apply(entry: Entry) {
    if (entry.is === 'intent') intents.set(entry.intent.Id, { intent: entry.intent, isOpened: false })
    else if (entry.is === 'opened') {
      const known = intents.get(entry.intentId)
      if (known) known.isOpened = true
    } else if (entry.is === 'events') {
      for (const event of entry.events) {
        events.set(event.Id, event)
        if (event.Kind === 'locker-mapped') learn(event)
        else if (event.Kind === 'door-left-open') leftOpen.set(event.SerialNumber, doorOf(event))
        else if (event.Kind === 'door-closed') leftOpen.delete(event.SerialNumber)
      }
      if (entry.ends) intents.delete(entry.ends)
    } else if (entry.is === 'acked') for (const id of entry.ids) events.delete(id)
    else if (entry.is === 'begun') commands.set(entry.commandId, { expiresAt: entry.expiresAt, reply: null })
    else if (entry.is === 'answered') commands.set(entry.reply.CommandId, { expiresAt: entry.expiresAt, reply: entry.reply })
    else if (entry.is === 'mapped') mappings.set(entry.lockerId, entry.serialNumber)
    else if (entry.is === 'left-open') leftOpen.set(entry.door.SerialNumber, entry.door)
    else adopt(entry.config)
  }
  const doorOf = ({ LockerId, SerialNumber }: Door): Door => ({ LockerId, SerialNumber })
  /** A device opens one locker: whichever had it has it no more. */
  function learn({ LockerId, SerialNumber }: EventOf<'locker-mapped'>) {
    const before = SerialNumber === null ? undefined : lockerOf(SerialNumber)
    if (before) mappings.set(before, null)
    mappings.set(LockerId, SerialNumber)
  }
  /**
   * The server learns each mapping from here, so a configuration knows no later one than ours, unless the server was
   * restored: then its version is lower than before.
   */
  function adopt(next: Config) {
    const isRestored = config !== null && next.Version < config.Version
    config = next
    if (isRestored) {
      mappings.clear()
      for (const event of events.values()) if (event.Kind === 'locker-mapped') learn(event)
    }
    for (const { Id, SerialNumber } of configured()) if (mappings.get(Id) === SerialNumber) mappings.delete(Id)
  }
  const configured = () => config?.Layout.flatMap(({ LockerCollection }) => LockerCollection) ?? []
  /** The device that opens a locker as last said, null for none; undefined for a locker that nothing is known of. */
  function deviceOf(lockerId: string): string | null | undefined {
    const said = mappings.get(lockerId)
    return said === undefined ? configured().find(({ Id }) => Id === lockerId)?.SerialNumber : said
  }
  /** The locker that a device opens, null for none. */
  function lockerOf(serialNumber: string): string | null {
    const said = [...mappings].find(([, device]) => device === serialNumber)?.[0]
    return said ?? configured().find(({ Id, SerialNumber }) => SerialNumber === serialNumber && !mappings.has(Id))?.Id ?? null
  }

  const journal: Journal<Entry> = await openJournal(join(folder, 'journal.jsonl'), { apply, complain })
  let compactAbove = COMPACT_ABOVE
  async function write(entry: Entry) {
    await journal.append(entry)
    if (journal.size() <= compactAbove) return
    compactAbove = Number.POSITIVE_INFINITY
    // The entry is on the disk already; a journal that could not be made shorter only stays long.
    await journal.replace(essence).catch((error) => complain(`The journal stays long: ${error.message}`))
    compactAbove = Math.max(COMPACT_ABOVE, 2 * journal.size())
  }

  /** The entries that lead to what is known now. */
  function essence(): Entry[] {
    const oldest = now().getTime() - COMMANDS_KEPT_MS
    for (const [id, { expiresAt }] of commands) if (Date.parse(expiresAt) < oldest) commands.delete(id)
    return [
      ...(config ? [{ is: 'configured', config } as const] : []),
      ...[...mappings].map(([lockerId, serialNumber]): Entry => ({ is: 'mapped', lockerId, serialNumber })),
      ...[...leftOpen.values()].map((door): Entry => ({ is: 'left-open', door })),
      ...[...commands].map(
        ([commandId, { expiresAt, reply }]): Entry =>
          reply ? { is: 'answered', reply, expiresAt } : { is: 'begun', commandId, expiresAt },
      ),
      ...[...intents.values()].flatMap(({ intent, isOpened }): Entry[] => [
        { is: 'intent', intent },
        ...(isOpened ? [{ is: 'opened', intentId: intent.Id } as const] : []),
      ]),
      ...[...events.values()].map((event): Entry => ({ is: 'events', events: [event] })),
    ]
  }
  const isUntoldOf = (draft: EventDraft) =>
    draft.Kind === 'dropped-off' &&
    [...events.values()].some((event) => event.Kind === draft.Kind && event.LockerId === draft.LockerId)
  const happened = (drafts: readonly EventDraft[]): KioskEvent[] =>
    drafts.map((draft) => ({ ...draft, Id: newId(), At: now().toISOString() }) as KioskEvent)

  return {
    /** Events that the server has not acknowledged, the oldest first. */
    unacknowledged: (): KioskEvent[] => [...events.values()],
    isAcknowledged: (id: string): boolean => !events.has(id),
    /** Keeps events for the server. Gives them with their ids. */
    tell: async (drafts: readonly EventDraft[], ends?: string): Promise<KioskEvent[]> => {
      const told = happened(drafts)
      await write({ is: 'events', events: told, ends })
      return told
    },
    acknowledged: async (ids: readonly string[]): Promise<void> => {
      const known = ids.filter((id) => events.has(id))
      if (known.length > 0) await write({ is: 'acked', ids: known })
    },
    /** Throws when something is to be put into a locker of whose last drop-off the server has not heard: to it that one is free. */
    intend: async (intent: Omit<Intent, 'Id'>): Promise<string> => {
      if (intent.opened.some(isUntoldOf))
        throw new Error('The server has not heard yet of what lies in this locker. Please try again to get another one.')
      const Id = newId()
      await write({ is: 'intent', intent: { ...intent, Id } })
      return Id
    },
    opened: (intentId: string): Promise<void> => write({ is: 'opened', intentId }),
    /** Settles the intents of a run that stopped: tells what was known of them. Gives how many there were. */
    settleInterrupted: async (): Promise<number> => {
      const left = [...intents.values()]
      for (const { intent, isOpened } of left)
        await write({ is: 'events', events: happened(isOpened ? intent.opened : intent.unopened), ends: intent.Id })
      return left.length
    },
    /** What is known of a command: null when it never came, otherwise its end, if it has one. */
    command: (id: string): { reply: Reply | null } | null => commands.get(id) ?? null,
    /** Commands that a run began and did not end. */
    interruptedCommands: (): { commandId: string; expiresAt: string }[] =>
      [...commands].flatMap(([commandId, { expiresAt, reply }]) => (reply ? [] : [{ commandId, expiresAt }])),
    begin: (commandId: string, expiresAt: string): Promise<void> => write({ is: 'begun', commandId, expiresAt }),
    answer: (reply: Reply, expiresAt: string): Promise<void> => write({ is: 'answered', reply, expiresAt }),
    /** Doors that were told of as left open and not as closed since, also by a run before. */
    leftOpen: (): Door[] => [...leftOpen.values()],
    deviceOf,
    lockerOf,
    config: (): Config | null => config,
    configure: (next: Config): Promise<void> => write({ is: 'configured', config: next }),
    close: journal.close,
  }
}
