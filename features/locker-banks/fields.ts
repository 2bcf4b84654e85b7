import { z } from 'zod'
import { type Message, packMessage } from '#platform/define-messages.ts'
import { AnyId, optionalText, requiredChoice, requiredText } from '#platform/wire.ts'
import { t } from './messages.ts'

/** Longest texts of a locker bank, in characters (spec 1 §9; not the end point's). */
export const LOCKER_BANK_MAX = { name: 100, code: 50, description: 200, address: 200, beacon: 6, relayEndPoint: 200 } as const

const tooLong = (
  key: `MsgLockerBank${'Name' | 'Code' | 'Description' | 'Address'}TooLong`,
  field: keyof typeof LOCKER_BANK_MAX,
): Message => t(key, { max: LOCKER_BANK_MAX[field] })

const beacon = optionalText(LOCKER_BANK_MAX.beacon).refine((value) => /^\d*$/.test(value), packMessage(t('MsgBeaconNotNumber')))

// `URL` ignores line breaks and tabs, so the pattern refuses them.
const isWebAddress = (value: string) => value === '' || (URL.canParse(value) && /^https?:\S+$/i.test(value))

/**
 * The fields of a locker bank's form with their error messages, in the order of validation (spec 1 §5 "Locker bank save").
 * Blanks are removed from the code; an empty beacon field is ''.
 */
export const lockerBankFields = {
  BuildingId: requiredChoice(t('MsgLockerBankPropertyEmpty')),
  LockerBankCode: z
    .string({ error: packMessage(t('MsgLockerBankCodeEmpty')) })
    .transform((code) => code.replace(/\s+/g, ''))
    .pipe(requiredText(LOCKER_BANK_MAX.code, t('MsgLockerBankCodeEmpty'), tooLong('MsgLockerBankCodeTooLong', 'code')))
    .refine((code) => /^[A-Za-z0-9_-]*$/.test(code), packMessage(t('MsgLockerBankCodeCharacters'))),
  Name: requiredText(LOCKER_BANK_MAX.name, t('MsgLockerBankNameEmpty'), tooLong('MsgLockerBankNameTooLong', 'name')),
  Description: optionalText(LOCKER_BANK_MAX.description, tooLong('MsgLockerBankDescriptionTooLong', 'description')),
  Address: requiredText(
    LOCKER_BANK_MAX.address,
    t('MsgLockerBankAddressEmpty'),
    tooLong('MsgLockerBankAddressTooLong', 'address'),
  ),
  BeaconDeviceMajor: beacon,
  BeaconDeviceMinor: beacon,
  /** If given, the building must belong to it. */
  PropertyId: AnyId,
  /** The default mailroom; optional. */
  MailRoomId: AnyId,
  IsActive: z.boolean().default(true),
  /** The address that the kiosk connects to; '' for the server's own. */
  RelayEndPointName: optionalText(LOCKER_BANK_MAX.relayEndPoint).refine(
    isWebAddress,
    packMessage(t('MsgRelayEndPointNotAddress')),
  ),
}
