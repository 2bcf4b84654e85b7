import { z } from 'zod'
import { AnyId, EMPTY_GUID, Id, optionalText, requiredText } from '#platform/wire.ts'
import { t } from './messages.ts'

/** Longest texts of a locker bank, in characters (spec 1 §9; the end point's is ours). */
export const LOCKER_BANK_MAX = { name: 100, code: 50, description: 200, address: 200, beacon: 6, relayEndPoint: 200 } as const

const tooLong = (
  key: `MsgLockerBank${'Name' | 'Code' | 'Description' | 'Address'}TooLong`,
  field: keyof typeof LOCKER_BANK_MAX,
): string => t(key, { max: LOCKER_BANK_MAX[field] }).text

const beacon = optionalText(LOCKER_BANK_MAX.beacon).refine((value) => /^\d*$/.test(value), t('MsgBeaconNotNumber').text)

// The parser leaves out line breaks and tabs, wherever they stand.
const isWebAddress = (value: string) => value === '' || (URL.canParse(value) && /^https?:\S+$/i.test(value))

/**
 * What is typed into a locker bank's form, with the text of each refusal, in the order in which they are told
 * (spec 1 §5 "Locker bank save"). A code loses its blanks; an empty beacon field is ''.
 */
export const lockerBankFields = {
  BuildingId: z
    .string({ error: t('MsgLockerBankPropertyEmpty').text })
    .refine((id) => id !== '' && id !== EMPTY_GUID, { error: t('MsgLockerBankPropertyEmpty').text, abort: true })
    .pipe(Id),
  LockerBankCode: z
    .string({ error: t('MsgLockerBankCodeEmpty').text })
    .transform((code) => code.replace(/\s+/g, ''))
    .pipe(requiredText(LOCKER_BANK_MAX.code, t('MsgLockerBankCodeEmpty').text, tooLong('MsgLockerBankCodeTooLong', 'code')))
    .refine((code) => /^[A-Za-z0-9_-]*$/.test(code), t('MsgLockerBankCodeCharacters').text),
  Name: requiredText(LOCKER_BANK_MAX.name, t('MsgLockerBankNameEmpty').text, tooLong('MsgLockerBankNameTooLong', 'name')),
  Description: optionalText(LOCKER_BANK_MAX.description, tooLong('MsgLockerBankDescriptionTooLong', 'description')),
  Address: requiredText(
    LOCKER_BANK_MAX.address,
    t('MsgLockerBankAddressEmpty').text,
    tooLong('MsgLockerBankAddressTooLong', 'address'),
  ),
  BeaconDeviceMajor: beacon,
  BeaconDeviceMinor: beacon,
  /** Where it is given, the building must be one of it. */
  PropertyId: AnyId,
  /** The default mailroom; none is fine. */
  MailRoomId: AnyId,
  IsActive: z.boolean().default(true),
  /** The address that the kiosk connects to; '' for the server's own. */
  RelayEndPointName: optionalText(LOCKER_BANK_MAX.relayEndPoint).refine(isWebAddress, t('MsgRelayEndPointNotAddress').text),
}
