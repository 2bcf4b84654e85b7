import { z } from 'zod'
import { PURPOSES } from '#features/kiosks/protocol.ts'
import { MAX_PACKAGE_NUMBER, MAX_UNIT_NUMBER } from '#features/package-statuses/limits.ts'
import { t as tPackage } from '#features/packages/messages.ts'
import { operation } from '#platform/operation.ts'
import { Done, filterText, Id, NullableTime, requiredText, Time } from '#platform/wire.ts'
import { t } from './messages.ts'

/** The format of access codes and PINs is checked where they are created; here only the length is limited. */
const AccessCode = requiredText(20, t('MsgAccessCodeWrong'))
const Pin = requiredText(20, t('MsgPinWrong'))
const UserName = requiredText(50, t('MsgPinWrong'))

/** `SerialNumber`: the device that opens the locker. */
const AtLocker = { LockerId: z.string(), LockerName: z.string(), SerialNumber: z.string() }

export const TerminalSession = z.object({
  SessionId: z.string(),
  /** 'staff': a portal user with a kiosk login. */
  Kind: z.enum(['agent', 'staff']),
  Id: z.string(),
  Name: z.string(),
  RoleId: z.int(),
  Until: Time,
})
export type TerminalSession = z.infer<typeof TerminalSession>

export const Recipient = z.object({ ResidentId: z.string(), Name: z.string(), UnitNumber: z.string(), IsDisabled: z.boolean() })
export type Recipient = z.infer<typeof Recipient>

export const Reservation = z.object({
  ReservationId: z.string(),
  PackageId: z.string(),
  Purpose: z.enum(PURPOSES),
  ...AtLocker,
  ResidentId: z.string().nullable(),
  RecipientName: z.string(),
  UnitNumber: z.string(),
  /** After this time the locker may be reserved again. */
  Until: Time,
})
export type Reservation = z.infer<typeof Reservation>

export const PackageInLocker = z.object({
  PackageId: z.string(),
  ...AtLocker,
  StatusId: z.int(),
  RecipientName: z.string(),
  UnitNumber: z.string(),
  DropOffTime: Time,
  ExpiryTime: NullableTime,
})
export type PackageInLocker = z.infer<typeof PackageInLocker>

/** Ids made by the kiosk: the same ids give the same reservation. */
const reservationIds = { ReservationId: Id, PackageId: Id }
const Size = z.int('Size must be a whole number.').min(1).max(100)
const withCode = { AccessCode, UnitNumber: filterText(MAX_UNIT_NUMBER) }
const inSession = { SessionId: Id }

/** Operations of the screen of a kiosk, with the token of the kiosk's API key (decisions "Kiosks"). */
export const terminals = {
  signIn: operation('POST', '/kiosk/signin', {
    access: 'kiosk',
    summary: 'Signs an agent, or a portal user with a kiosk login, in at the terminal by user name and PIN',
    input: z.object({ UserName, Pin }),
    output: TerminalSession,
    secret: true,
  }),
  signOut: operation('POST', '/kiosk/signout', {
    access: 'kiosk',
    summary: 'Ends a terminal session',
    input: z.object(inSession),
    output: Done,
  }),
  recipients: operation('POST', '/kiosk/recipients', {
    access: 'kiosk',
    summary: 'Active residents of the property by unit number or name, at most 20',
    input: z.object({ ...inSession, UnitNumber: filterText(MAX_UNIT_NUMBER), Name: filterText(100) }),
    output: z.array(Recipient),
  }),
  reserve: operation('POST', '/kiosk/reservations', {
    access: 'kiosk',
    summary: 'Reserves a free locker of at least the size for a delivery',
    input: z.object({ ...inSession, ...reservationIds, ResidentId: Id, Size }),
    output: Reservation,
  }),
  reserveForMailroomPackage: operation('POST', '/kiosk/reservations/load', {
    access: 'kiosk',
    summary: 'Reserves a free locker for a package that staff bring from the mailroom',
    input: z.object({
      ...inSession,
      ReservationId: Id,
      PackageNumber: requiredText(
        MAX_PACKAGE_NUMBER,
        tPackage('MsgPackingNumberCannotBeEmpty'),
        tPackage('MsgPackageNumberTooLong'),
      ),
      Size,
    }),
    output: Reservation,
  }),
  reserveForDryCleaning: operation('POST', '/kiosk/reservations/drycleaning', {
    access: 'kiosk',
    summary: 'Reserves a free locker for a resident’s dry cleaning',
    input: z.object({ ...withCode, ...reservationIds, Size }),
    output: Reservation,
    secret: true,
  }),
  giveBack: operation('DELETE', '/kiosk/reservations/{id}', {
    access: 'kiosk',
    summary: 'Cancels a reservation; an ended one is no error',
    params: z.object({ id: Id }),
    output: Done,
  }),
  collection: operation('POST', '/kiosk/collection', {
    access: 'kiosk',
    summary: 'The resident of an access code, or of the code of a delegate who may collect today, and the lockers to open',
    input: z.object(withCode),
    output: z.object({
      ResidentId: z.string(),
      /** The delegate whose code it is, or null; `Name` is then the delegate's. */
      DelegateId: z.string().nullable(),
      Name: z.string(),
      Packages: z.array(PackageInLocker),
    }),
    secret: true,
  }),
  recovery: operation('POST', '/kiosk/recovery', {
    access: 'kiosk',
    summary: 'Packages in this locker bank that the signed-in agent may take back',
    input: z.object(inSession),
    output: z.array(PackageInLocker),
  }),
  confirmation: operation('POST', '/kiosk/confirmation', {
    access: 'kiosk',
    summary: 'Unconfirmed packages in this locker bank that the signed-in agent dropped off',
    input: z.object(inSession),
    output: z.array(PackageInLocker),
  }),
}
