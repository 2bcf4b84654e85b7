import { z } from 'zod'
import { portalUserPerson } from '#features/portal-users/fields.ts'
import { t as tConfirm } from '#features/session/confirm-messages.ts'
import { NewPassword } from '#features/session/contract.ts'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { Done, Id, Time } from '#platform/wire.ts'

const wrong = packMessage(tConfirm('MsgPasswordWrong'))

/** What a user changes of the own account; the rest is changed by managers. */
export const ProfileDraft = portalUserPerson.extend({
  /** The version that was read: the save is refused (409) when the account has changed since. */
  Version: z.string().max(60).nullish(),
})
const Profile = z.object({
  Version: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  Email: z.string(),
  PhoneNumber: z.string(),
})
export type Profile = z.infer<typeof Profile>

/** A sign-in that has not ended. Browser and system are empty when they are not known. */
const Session = z.object({
  Id: z.string(),
  Browser: z.string(),
  System: z.string(),
  Address: z.string(),
  CreatedAt: Time,
  /** To the last refresh of its token: at most a quarter of an hour ago while it is used. */
  UsedAt: Time,
  IsInUse: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** The caller's own account, whichever organisation a super administrator has selected. */
export const profile = {
  get: operation('GET', '/account/profile', {
    access: 'authenticated',
    summary: 'The name, e-mail address and phone number of the signed-in user',
    output: Profile,
  }),
  save: operation('POST', '/account/profile', {
    access: 'authenticated',
    summary: 'Changes the name and phone number of the signed-in user',
    input: ProfileDraft,
    output: Done,
  }),
  changePassword: operation('POST', '/account/profile/password', {
    access: 'authenticated',
    summary: 'Changes the password of the signed-in user, who stays signed in here only',
    input: z.object({ Password: z.string({ error: wrong }).max(4000, wrong), NewPassword }),
    output: Done,
    secret: true,
  }),
  sessions: operation('GET', '/account/sessions', {
    access: 'authenticated',
    summary: 'The sign-ins of the signed-in user that have not ended, the last used first',
    output: z.array(Session),
  }),
  endSession: operation('POST', '/account/sessions/{sessionId}/end', {
    access: 'authenticated',
    summary: 'Ends a sign-in of the signed-in user',
    params: z.object({ sessionId: Id }),
    output: Done,
  }),
  endOtherSessions: operation('POST', '/account/sessions/endothers', {
    access: 'authenticated',
    summary: 'Ends all sign-ins of the signed-in user but the one in use',
    output: Done,
  }),
}
