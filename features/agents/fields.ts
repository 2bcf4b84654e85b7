import { z } from 'zod'
import { optionalMobile, requiredEmail } from '#platform/contact-fields.ts'
import { packMessage } from '#platform/define-messages.ts'
import { requiredChoice, requiredText } from '#platform/wire.ts'
import { t } from './messages.ts'
import { isAgentRole } from './rules.ts'

/** Longest texts of an agent, in characters, and the digits of a PIN (spec 2 §9). */
const AGENT_MAX = { name: 100, userName: 50 } as const
export const PIN_DIGITS = 6

const name = (which: 'FirstName' | 'LastName') =>
  requiredText(AGENT_MAX.name, t(`MsgAgent${which}Empty`), t(`MsgAgent${which}TooLong`, { max: AGENT_MAX.name }))

export const isPin = (pin: string) => new RegExp(`^[0-9]{${PIN_DIGITS}}$`).test(pin)
const notPin = packMessage(t('MsgAgentPinInvalid', { digits: PIN_DIGITS }))
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
  EmailId: requiredEmail(t('MsgAgentEmailEmpty')),
  MobilePhone: optionalMobile,
  CourierId: requiredChoice(t('MsgAgentCourierEmpty')),
  RoleTypeId: z.int({ error: packMessage(t('MsgAgentRoleEmpty')) }).refine(isAgentRole, packMessage(t('MsgAgentRoleEmpty'))),
  UserName: requiredText(
    AGENT_MAX.userName,
    t('MsgAgentUserNameEmpty'),
    t('MsgAgentUserNameTooLong', { max: AGENT_MAX.userName }),
  ),
  IsActive: z.boolean().default(true),
}
