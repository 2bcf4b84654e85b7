import { z } from 'zod'
import { MAX_RECIPIENT_NAME, MAX_TRACKING_NUMBER, MAX_UNIT_NUMBER } from '#features/packages/contract.ts'
import { DEFAULT_THEME, Theme } from '#features/themes/theme.ts'
import { Id, Time, text } from '#platform/wire.ts'

/**
 * What a kiosk and the server say to each other over MQTT (decisions "Kiosks"). A kiosk writes `status`, `replies` and
 * `events` and reads `config`, `commands` and `acks`, each below its own `lockerbanks/{id}/` and nowhere else.
 */
export const CHANNELS = ['status', 'config', 'commands', 'replies', 'events', 'acks'] as const
export type Channel = (typeof CHANNELS)[number]
export const FROM_KIOSK = ['status', 'replies', 'events'] as const satisfies readonly Channel[]
export const TO_KIOSK = ['config', 'commands', 'acks'] as const satisfies readonly Channel[]

/** First word of every topic. */
export const ROOT = 'lockerbanks'

/** The topic of one locker bank's channel; '+' for every bank's. */
export const topicOf = (lockerBankId: string, channel: Channel): string => `${ROOT}/${lockerBankId}/${channel}`

/** The topics that a locker bank's kiosk may write and read. */
export const topicsOfKiosk = (lockerBankId: string) => ({
  publish: FROM_KIOSK.map((channel) => topicOf(lockerBankId, channel)),
  subscribe: TO_KIOSK.map((channel) => topicOf(lockerBankId, channel)),
})

/** The locker bank and channel of a topic, or null when it is none of ours. */
export function readTopic(topic: string): { lockerBankId: string; channel: Channel } | null {
  const [root, lockerBankId, name, ...rest] = topic.split('/')
  const channel = CHANNELS.find((one) => one === name)
  return root === ROOT && lockerBankId && channel && rest.length === 0 ? { lockerBankId, channel } : null
}

const SerialNumber = text(100)
const NullableId = Id.nullable()

/** Retained, and the last will with OFFLINE. `Sequence` counts the heartbeats of one run of the program. */
export const Status = z.object({
  Status: z.enum(['ONLINE', 'OFFLINE']),
  AppVersion: text(50),
  HeartbeatSeconds: z.int().min(1).max(3600),
  Sequence: z.int().min(0),
  /** Version of the configuration that the kiosk works with; 0 for none. */
  ConfigVersion: z.int().min(0),
})
export type Status = z.infer<typeof Status>

const ConfigLocker = z.object({
  Id,
  LockerName: z.string(),
  Size: z.int(),
  LockerType: z.enum(['locker', 'terminal']),
  LockerMode: z.int(),
  IsDDAReserved: z.boolean(),
  SerialNumber: SerialNumber.nullable(),
})
/** What publishing sends (decisions "Locker banks"): the layout with its devices, the settings by name, the theme. */
export const ConfigContent = z.object({
  LockerBank: z.object({ Id, Name: z.string(), Code: z.string(), PropertyName: z.string(), TimeZone: z.string() }),
  Layout: z.array(z.object({ ColumnName: z.string(), LockerCollection: z.array(ConfigLocker) })),
  Settings: z.record(z.string(), z.string()),
  // A kiosk works whatever its colours are: a theme that is not understood is the default one.
  Theme: Theme.catch(DEFAULT_THEME),
})
export type ConfigContent = z.infer<typeof ConfigContent>
/** Retained. A kiosk takes it when `Version` is above the one it has. */
export const Config = ConfigContent.extend({ Version: z.int().min(1), PublishedAt: Time })
export type Config = z.infer<typeof Config>

const openDoor = { LockerId: Id, SerialNumber }
export const CommandDraft = z.discriminatedUnion('Kind', [
  z.object({ Kind: z.literal('open'), ...openDoor }),
  z.object({ Kind: z.literal('open-device'), SerialNumber }),
  /** Lists the devices; `Rediscover` asks the cabinet's bus again. */
  z.object({ Kind: z.literal('discover'), Rediscover: z.boolean() }),
  /** Has a device open a locker, or with a null serial number none; the event 'locker-mapped' says that it is so. */
  z.object({ Kind: z.literal('map'), LockerId: Id, SerialNumber: SerialNumber.nullable() }),
])
export type CommandDraft = z.infer<typeof CommandDraft>
/** Not to be begun after `ExpiresAt`, which is in the server's time. Begun at most once for an `Id`. */
const envelope = z.object({ Id, ExpiresAt: Time })
export const Command = z.intersection(envelope, CommandDraft)
export type Command = z.infer<typeof Command>

/** 'acknowledged': begun. The others are the end; 'done' is the end of what opens no door. */
const REPLY_STATES = ['acknowledged', 'opened', 'not-detected', 'done', 'expired', 'refused'] as const
export type ReplyState = (typeof REPLY_STATES)[number]
export const Device = z.object({ SerialNumber, IsOpen: z.boolean() })
export type Device = z.infer<typeof Device>
export const Reply = z.object({
  CommandId: Id,
  State: z.enum(REPLY_STATES),
  /** Why it was refused, for a log. */
  Reason: text(200).optional(),
  Devices: z.array(Device).max(1000).optional(),
})
export type Reply = z.infer<typeof Reply>

/** Who stood at the terminal; a delegate collects for a resident. */
export const By = z.object({ Kind: z.enum(['agent', 'staff', 'resident', 'delegate']), Id })
export type By = z.infer<typeof By>
/** What a drop-off is: a courier's delivery, a resident's dry cleaning, a package of the mailroom loaded by staff. */
export const PURPOSES = ['delivery', 'dry-cleaning', 'load'] as const
export type Purpose = (typeof PURPOSES)[number]

/** Everything that making the package needs, so that it can be applied however late it comes. */
const droppedOff = {
  PackageId: Id,
  LockerId: Id,
  ReservationId: Id,
  Purpose: z.enum(PURPOSES),
  /** False: the door was not seen to close, or the kiosk stopped in between. The package is then unconfirmed. */
  DoorClosed: z.boolean(),
  By,
  /** The recipient; of dry cleaning the sender. */
  ResidentId: NullableId,
  RecipientName: text(MAX_RECIPIENT_NAME),
  UnitNumber: text(MAX_UNIT_NUMBER),
  TrackingNumber: text(MAX_TRACKING_NUMBER),
}
const door = { LockerId: NullableId, SerialNumber }
/** `CommandId`: the command that asked for the door, null when someone at the terminal did. */
const askedDoor = { ...door, CommandId: NullableId }
const packageInLocker = { PackageId: Id, LockerId: Id, By }

/** `Id` is made by the kiosk and taken once; `At` is when it happened, in the server's time. */
const eventHead = { Id, At: z.iso.datetime({ offset: true }) }
const event = <const K extends string, F extends z.ZodRawShape>(kind: K, fields: F) =>
  z.object({ Kind: z.literal(kind), ...eventHead, ...fields })

export const EVENTS = {
  'dropped-off': event('dropped-off', droppedOff),
  collected: event('collected', packageInLocker),
  recovered: event('recovered', packageInLocker),
  confirmed: event('confirmed', packageInLocker),
  'not-mine': event('not-mine', packageInLocker),
  absent: event('absent', packageInLocker),
  'locker-dirty': event('locker-dirty', { LockerId: Id, By }),
  'door-opened': event('door-opened', askedDoor),
  'not-detected': event('not-detected', askedDoor),
  'door-closed': event('door-closed', door),
  'door-left-open': event('door-left-open', door),
  /** From now on this device opens the locker, or none does. Of two lockers with one device the later has it. */
  'locker-mapped': event('locker-mapped', { LockerId: Id, SerialNumber: SerialNumber.nullable(), CommandId: Id }),
} as const
export type EventKind = keyof typeof EVENTS
export type EventOf<K extends EventKind> = z.infer<(typeof EVENTS)[K]>
export type KioskEvent = { [K in EventKind]: EventOf<K> }[EventKind]
/** An event before it has its id and time. */
export type EventDraft = { [K in EventKind]: Omit<EventOf<K>, 'Id' | 'At'> }[EventKind]

/** Events in one message. */
export const MAX_BATCH = 50
/**
 * Unacknowledged events in the order they happened. The kiosk sends no later one before these are acknowledged, which
 * is what keeps the order. Each is read apart, so that one that is not understood does not hold up the others; of its head
 * only the id is needed, to acknowledge it.
 */
export const EventBatch = z.object({
  /** 1, and one more for each time that the server said that the first of these failed. */
  Attempt: z.int().min(1),
  Events: z
    .array(z.looseObject({ Id, At: z.string().catch(''), Kind: text(50).catch('') }))
    .min(1)
    .max(MAX_BATCH),
})
export type EventBatch = z.infer<typeof EventBatch>
/**
 * `EventIds`: the server has these for good, said after its commit. `Failed`: the one that a fault of the server stopped at;
 * it and those after it are to be sent again later.
 */
export const Ack = z.object({ EventIds: z.array(Id).max(MAX_BATCH), Failed: NullableId })
export type Ack = z.infer<typeof Ack>
