import { join } from 'node:path'
import type { Config, EventDraft, KioskEvent, Reply } from '#features/kiosks/protocol.ts'
import { newId } from '#platform/ids.ts'
import { type Journal, openJournal } from './journal.ts'
import { createMemoryState, type Door, type Entry, type Intent } from './memory-state.ts'

export type Memory = Awaited<ReturnType<typeof openMemory>>

/** The journal is compacted above this size, in bytes, and then each time it has doubled. */
const COMPACT_ABOVE = 256 * 1024
/** How long an acknowledged event, with the name of a recipient, stays in the journal, in ms. */
const KEPT_MS = 86_400_000

/** The kiosk's persistent state, kept in a journal in `folder`. */
export async function openMemory(folder: string, now: () => Date, warn: (line: string) => void) {
  const state = createMemoryState(now)
  const { events, intents, commands, leftOpen } = state
  const journal: Journal<Entry> = await openJournal(join(folder, 'journal.jsonl'), { apply: state.apply, warn })
  let compactAbove = COMPACT_ABOVE
  let compactedAt = now().getTime()
  async function write(entry: Entry) {
    await journal.append(entry)
    if (journal.size() > compactAbove || now().getTime() - compactedAt > KEPT_MS) await compact()
  }
  /** Leaves out what is done with. What was written is on the disk already, so a failed compaction loses nothing. */
  async function compact() {
    compactAbove = Number.POSITIVE_INFINITY
    compactedAt = now().getTime()
    await journal.replace(state.compacted).catch((error) => warn(`journal compaction failed: ${error.message}`))
    compactAbove = Math.max(COMPACT_ABOVE, 2 * journal.size())
  }

  const followsUnacknowledgedDropOff = (draft: EventDraft) =>
    draft.Kind === 'dropped-off' &&
    [...events.values()].some((event) => event.Kind === draft.Kind && event.LockerId === draft.LockerId)
  const eventsFrom = (drafts: readonly EventDraft[]): KioskEvent[] =>
    drafts.map((draft) => ({ ...draft, Id: newId(), At: now().toISOString() }) as KioskEvent)

  if (journal.size() > 0) await compact()

  return {
    /** Events that the server has not acknowledged, the oldest first. */
    unacknowledged: (): KioskEvent[] => [...events.values()],
    /** Stores events for the server and returns them with their ids. Completes the intent `intentId`, if given. */
    recordEvents: async (drafts: readonly EventDraft[], intentId?: string): Promise<KioskEvent[]> => {
      const recorded = eventsFrom(drafts)
      await write({ is: 'events', events: recorded, ends: intentId })
      return recorded
    },
    acknowledged: async (ids: readonly string[]): Promise<void> => {
      const known = ids.filter((id) => events.has(id))
      if (known.length > 0) await write({ is: 'acked', ids: known })
    },
    /**
     * Stores an intent and returns its id. Throws for a drop-off into a locker whose previous drop-off the server has not
     * acknowledged: the server considers that locker free.
     */
    recordIntent: async (intent: Omit<Intent, 'Id'>): Promise<string> => {
      if (intent.opened.some(followsUnacknowledgedDropOff))
        throw new Error(
          'The server has not yet received the previous drop-off into this locker. Please try again to get another one.',
        )
      const Id = newId()
      await write({ is: 'intent', intent: { ...intent, Id } })
      return Id
    },
    recordOpened: (intentId: string): Promise<void> => write({ is: 'opened', intentId }),
    /** Records the events of intents that a previous run left incomplete. Returns the number of intents. */
    settleInterrupted: async (): Promise<number> => {
      const incomplete = [...intents.values()]
      for (const { intent, isOpened } of incomplete)
        await write({ is: 'events', events: eventsFrom(isOpened ? intent.opened : intent.unopened), ends: intent.Id })
      return incomplete.length
    },
    /** A command that was begun, with its final reply or null; null for an unknown command. */
    command: (id: string): { reply: Reply | null } | null => commands.get(id) ?? null,
    /** Commands that were begun and have no final reply. */
    interruptedCommands: (): { commandId: string; expiresAt: string }[] =>
      [...commands].flatMap(([commandId, { expiresAt, reply }]) => (reply ? [] : [{ commandId, expiresAt }])),
    recordCommand: (commandId: string, expiresAt: string): Promise<void> => write({ is: 'begun', commandId, expiresAt }),
    /** The same for a command that opens a door, which the limits of remote openings count from now on. */
    recordOpening: (commandId: string, expiresAt: string): Promise<void> =>
      write({ is: 'begun', commandId, expiresAt, openedAt: now().toISOString() }),
    openingsWithin: state.openingsWithin,
    recordReply: (reply: Reply, expiresAt: string): Promise<void> => write({ is: 'answered', reply, expiresAt }),
    /** Doors that were reported as left open and not as closed since, by this run or a previous one. */
    leftOpen: (): Door[] => [...leftOpen.values()],
    deviceOf: state.deviceOf,
    lockerOf: state.lockerOf,
    config: state.config,
    saveConfig: (next: Config): Promise<void> => write({ is: 'configured', config: next }),
    close: journal.close,
  }
}
