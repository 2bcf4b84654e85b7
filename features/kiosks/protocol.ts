import { z } from 'zod'
import { MAX_RECIPIENT_NAME, MAX_UNIT_NUMBER } from '#features/package-statuses/limits.ts'
import { trackingNumberIfAny } from '#features/tracking-numbers/fields.ts'
import { Id, Time, text } from '#platform/wire.ts'
import { DEFAULT_THEME, Theme } from './theme.ts'

/**
 * The MQTT protocol between kiosk and server (decisions "Kiosks"). A kiosk publishes `status`, `replies` and `events` and
 * subscribes to `config`, `commands` and `acks`, each below its own `lockerbanks/{id}/` only.
 */
export const CHANNELS = ['status', 'config', 'commands', 'replies', 'events', 'acks'] as const
export type Channel = (typeof CHANNELS)[number]
export const FROM_KIOSK = ['status', 'replies', 'events'] as const satisfies readonly Channel[]
export const TO_KIOSK = ['config', 'commands', 'acks'] as const satisfies readonly Channel[]

/** First word of every topic. */
export const ROOT = 'lockerbanks'

/** The topic of one locker bank's channel; '+' for every bank's. */
export const topicOf = (lockerBankId: string, channel: Channel): string => `${ROOT}/${lockerBankId}/${channel}`

/** The topics that a locker bank's kiosk may publish and subscribe to. */
export const topicsOfKiosk = (lockerBankId: string) => ({
  publish: FROM_KIOSK.map((channel) => topicOf(lockerBankId, channel)),
  subscribe: TO_KIOSK.map((channel) => topicOf(lockerBankId, channel)),
})

/** The locker bank and channel of a topic, or null for a foreign topic. */
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
  /** Version of the theme that the terminal shows, with all its pictures; older programs do not report it. */
  ThemeVersion: z.int().min(0).optional(),
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
/** The published configuration (decisions "Locker banks"): the layout with its devices, the settings by name, the theme. */
export const ConfigContent = z.object({
  LockerBank: z.object({ Id, Name: z.string(), Code: z.string(), PropertyName: z.string(), TimeZone: z.string() }),
  Layout: z.array(z.object({ ColumnName: z.string(), LockerCollection: z.array(ConfigLocker) })),
  Settings: z.record(z.string(), z.string()),
  // A kiosk must work with any theme: an invalid one becomes the default theme.
  Theme: Theme.catch(DEFAULT_THEME),
})
export type ConfigContent = z.infer<typeof ConfigContent>
/** Retained. A kiosk applies it when `Version` is higher than its own. */
export const Config = ConfigContent.extend({ Version: z.int().min(1), PublishedAt: Time })
export type Config = z.infer<typeof Config>

const openDoor = { LockerId: Id, SerialNumber }
export const CommandDraft = z.discriminatedUnion('Kind', [
  z.object({ Kind: z.literal('open'), ...openDoor }),
  z.object({ Kind: z.literal('open-device'), SerialNumber }),
  /** Lists the devices; `Rediscover` queries the cabinet's bus again. */
  z.object({ Kind: z.literal('discover'), Rediscover: z.boolean() }),
  /** Maps a device to a locker, or removes it (null serial number); the event 'locker-mapped' confirms it. */
  z.object({ Kind: z.literal('map'), LockerId: Id, SerialNumber: SerialNumber.nullable() }),
])
export type CommandDraft = z.infer<typeof CommandDraft>
/** Refuses commands that the kiosk has not begun, also those that arrive later. */
const Cancellation = z.object({ Kind: z.literal('cancel'), CommandIds: z.array(Id) })
/** A kiosk begins a command at most once for an `Id`, and not after `ExpiresAt` (server time). */
const envelope = z.object({ Id, ExpiresAt: Time })
export const Command = z.intersection(envelope, z.discriminatedUnion('Kind', [...CommandDraft.options, Cancellation]))
export type Command = z.infer<typeof Command>

/** 'acknowledged': begun. The others are final; 'done' is for commands that open no door. */
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

/** The person at the terminal; a delegate collects for a resident. */
export const By = z.object({ Kind: z.enum(['agent', 'staff', 'resident', 'delegate']), Id })
export type By = z.infer<typeof By>
/** What a drop-off is: a courier's delivery, a resident's dry cleaning, a package of the mailroom loaded by staff. */
export const PURPOSES = ['delivery', 'dry-cleaning', 'load'] as const
export type Purpose = (typeof PURPOSES)[number]

/** All data of the new package, so that a late event can be applied. */
const droppedOff = {
  PackageId: Id,
  LockerId: Id,
  ReservationId: Id,
  Purpose: z.enum(PURPOSES),
  /** False: the kiosk did not detect that the door closed, or it stopped before. The package is then unconfirmed. */
  DoorClosed: z.boolean(),
  By,
  /** The recipient; of dry cleaning the sender. */
  ResidentId: NullableId,
  RecipientName: text(MAX_RECIPIENT_NAME),
  UnitNumber: text(MAX_UNIT_NUMBER),
  TrackingNumber: trackingNumberIfAny,
}
const door = { LockerId: NullableId, SerialNumber }
/** `CommandId`: the command that opened the door; null when a person at the terminal did. */
const commandedDoor = { ...door, CommandId: NullableId }
const packageInLocker = { PackageId: Id, LockerId: Id, By }

/** `Id` is made by the kiosk and applied once; `At` is when it happened (server time). */
const eventHead = { Id, At: z.iso.datetime({ offset: true }) }
const event = <const K extends string, F extends z.ZodRawShape>(kind: K, fields: F) =>
  z.object({ Kind: z.literal(kind), ...eventHead, ...fields })

export const EVENTS = {
  'dropped-off': event('dropped-off', droppedOff),
  /** The door of a drop-off was closed and nothing is inside: it ends the reservation, and there is no package. */
  'gave-up': event('gave-up', { ...packageInLocker, ReservationId: Id }),
  collected: event('collected', packageInLocker),
  recovered: event('recovered', packageInLocker),
  confirmed: event('confirmed', packageInLocker),
  'not-mine': event('not-mine', packageInLocker),
  absent: event('absent', packageInLocker),
  'locker-dirty': event('locker-dirty', { LockerId: Id, By }),
  'door-opened': event('door-opened', commandedDoor),
  'not-detected': event('not-detected', commandedDoor),
  'door-closed': event('door-closed', door),
  'door-left-open': event('door-left-open', door),
  /** The device that opens the locker from now on, or null. A device that another locker had moves to this one. */
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
 * Unacknowledged events in the order they happened. The kiosk sends no later one before these are acknowledged, which keeps the
 * order. Each is parsed separately, so that an invalid one does not block the others; acknowledging needs only the id.
 */
export const EventBatch = z.object({
  /** 1, plus one for each time that the server reported the first of these as failed. */
  Attempt: z.int().min(1),
  Events: z
    .array(z.looseObject({ Id, At: z.string().catch(''), Kind: text(50).catch('') }))
    .min(1)
    .max(MAX_BATCH),
})
export type EventBatch = z.infer<typeof EventBatch>
/**
 * `EventIds`: committed by the server. `Failed`: the event that the server could not apply; the kiosk sends it and those after
 * it again later.
 */
export const Ack = z.object({ EventIds: z.array(Id).max(MAX_BATCH), Failed: NullableId })
export type Ack = z.infer<typeof Ack>
