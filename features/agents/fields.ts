import { z } from 'zod'
import { optionalMobile, requiredEmail } from '#platform/contact-fields.ts'
import { EMPTY_GUID, Id, requiredText } from '#platform/wire.ts'
import { t } from './messages.ts'
import { isAgentRole } from './rules.ts'

/** Longest texts of an agent, in characters, and the digits of a PIN (spec 2 §9). */
const AGENT_MAX = { name: 100, userName: 50 } as const
export const PIN_DIGITS = 6

const name = (which: 'FirstName' | 'LastName') =>
  requiredText(AGENT_MAX.name, t(`MsgAgent${which}Empty`).text, t(`MsgAgent${which}TooLong`, { max: AGENT_MAX.name }).text)

export const isPin = (pin: string) => new RegExp(`^[0-9]{${PIN_DIGITS}}$`).test(pin)
const notPin = t('MsgAgentPinInvalid', { digits: PIN_DIGITS }).text
const pin = z.string({ error: notPin }).trim().refine(isPin, notPin)
/** A required PIN. */
export const Pin = pin
/** An optional PIN: undefined when empty. */
export const NewPin = z.preprocess((pin) => (typeof pin === 'string' && pin.trim() === '' ? undefined : pin), pin.nullish())

/**
 * The fields of an agent with their error texts, in the order in which they are checked (spec 2 §5 "Agent"). PIN and
 * properties are in the contract, because they are required for new agents only.
 */
export const agentFields = {
  FirstName: name('FirstName'),
  LastName: name('LastName'),
  EmailId: requiredEmail(t('MsgAgentEmailEmpty').text),
  MobilePhone: optionalMobile,
  CourierId: z
    .string({ error: t('MsgAgentCourierEmpty').text })
    .refine((id) => id !== '' && id !== EMPTY_GUID, { error: t('MsgAgentCourierEmpty').text, abort: true })
    .pipe(Id),
  RoleTypeId: z.int({ error: t('MsgAgentRoleEmpty').text }).refine(isAgentRole, t('MsgAgentRoleEmpty').text),
  UserName: requiredText(
    AGENT_MAX.userName,
    t('MsgAgentUserNameEmpty').text,
    t('MsgAgentUserNameTooLong', { max: AGENT_MAX.userName }).text,
  ),
  IsActive: z.boolean().default(true),
}
