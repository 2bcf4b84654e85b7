import { z } from 'zod'
import { optionalEmail } from '#platform/contact-fields.ts'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { Done, Id, requiredText, Saved } from '#platform/wire.ts'
import { RESIDENT_MAX } from './fields.ts'
import { t } from './messages.ts'

/** A delegate of a resident; only the reply that adds one and an e-mail contain the code. */
export const Delegate = z.object({
  Id: z.string(),
  Name: z.string(),
  EmailId: z.string(),
  FromDay: z.string(),
  UntilDay: z.string(),
})
export type Delegate = z.infer<typeof Delegate>

const day = z.iso.date({ error: packMessage(t('MsgDelegateDayMissing')) })
export const DelegateDraft = z.object({
  Name: requiredText(RESIDENT_MAX.name, t('MsgDelegateNameEmpty'), t('MsgDelegateNameTooLong', { max: RESIDENT_MAX.name })),
  EmailId: optionalEmail,
  /** Both included, local to the property. */
  FromDay: day,
  UntilDay: day,
  /** E-mails the code to the delegate. */
  SendLockerAccessCode: z.boolean().default(false),
})

const residentId = Id
const ofResident = { params: z.object({ residentId }) }

/** The delegates of a resident. */
export const residentDelegates = {
  delegates: operation('GET', '/resident/{residentId}/delegates', {
    permission: 'EditResident',
    summary: 'The delegates of a resident with their days',
    ...ofResident,
    output: z.array(Delegate),
  }),
  addDelegate: operation('POST', '/resident/{residentId}/delegates', {
    permission: 'EditResident',
    summary: 'Adds a delegate who may collect for a resident from one day to another, with a code that only this reply contains',
    ...ofResident,
    input: DelegateDraft,
    output: Saved.extend({ LockerAccessCode: z.string() }),
    secret: true,
  }),
  removeDelegate: operation('DELETE', '/resident/{residentId}/delegates/{delegateId}', {
    permission: 'EditResident',
    summary: 'Removes a delegate of a resident',
    params: z.object({ residentId, delegateId: Id }),
    output: Done,
  }),
}
