import { z } from 'zod'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { Done, Id, NullableTime, requiredText, Time } from '#platform/wire.ts'
import { t as tConfirm } from './confirm-messages.ts'
import { t as tSession } from './messages.ts'
import { t } from './second-step-messages.ts'
import { SECOND_STEP_LINES } from './second-step-public.ts'

/** Longest name of a passkey, in characters. */
export const PASSKEY_NAME_MAX = 60
const wrong = packMessage(tConfirm('MsgPasswordWrong'))
const Password = z.string({ error: wrong }).max(4000, wrong)
const Code = z.string({ error: packMessage(t('MsgCodeWrong')) }).max(100, packMessage(t('MsgCodeWrong')))
const PasskeyName = requiredText(
  PASSKEY_NAME_MAX,
  t('MsgPasskeyNameEmpty'),
  t('MsgPasskeyNameTooLong', { max: PASSKEY_NAME_MAX }),
)

/** An object of the browser's WebAuthn interface; `@simplewebauthn` has its type and checks it. */
const WebAuthnJson = z.record(z.string(), z.unknown())
/** What an authenticator app needs: the secret to type, and the QR code as an image's address. */
export const AppSetUp = z.object({ Secret: z.string(), QrCode: z.string() })
export type AppSetUp = z.infer<typeof AppSetUp>

const Passkey = z.object({ Id: z.string(), Name: z.string(), CreatedAt: Time, UsedAt: NullableTime })
export type Passkey = z.infer<typeof Passkey>
const SecondStep = z.object({
  HasApp: z.boolean(),
  Passkeys: z.array(Passkey),
  /** Recovery codes that were not used. */
  RecoveryCodes: z.int(),
  /** The organisation requires a second step: the last one cannot be removed. */
  IsRequired: z.boolean(),
})
export type SecondStep = z.infer<typeof SecondStep>
/** New recovery codes, in clear text this once; empty when there are some already. */
const WithCodes = Done.extend({ RecoveryCodes: z.array(z.string()) })

const signedIn = { access: 'authenticated', secret: true } as const
const ofPasskey = { params: z.object({ passkeyId: Id }) }

export const secondStep = {
  begin: operation(SECOND_STEP_LINES.begin.method, SECOND_STEP_LINES.begin.path, {
    access: 'public',
    summary: 'What the second step of a sign-in can be, for the ticket of the first; or what to set up',
    input: z.object({ Ticket: z.string().max(500) }),
    output: z.object({
      HasApp: z.boolean(),
      /** For `navigator.credentials.get`; null without a passkey. */
      Passkey: WebAuthnJson.nullable(),
      SetUp: AppSetUp.nullable(),
    }),
    secret: true,
  }),
  beginPasskey: operation(SECOND_STEP_LINES.beginPasskey.method, SECOND_STEP_LINES.beginPasskey.path, {
    access: 'public',
    summary: 'Begins a sign-in by a passkey, without a password',
    input: z.object({ OrganisationSystemName: requiredText(100, tSession('MsgOrganisationEmpty')) }),
    output: z.object({ Ticket: z.string(), Passkey: WebAuthnJson }),
    secret: true,
  }),
  get: operation('GET', '/account/secondstep', {
    access: 'authenticated',
    summary: 'The second steps of the signed-in user',
    output: SecondStep,
  }),
  beginApp: operation('POST', '/account/secondstep/app', {
    ...signedIn,
    confirmed: true,
    summary: 'A new secret for an authenticator app; it counts once a code of it was confirmed',
    output: AppSetUp,
  }),
  confirmApp: operation('POST', '/account/secondstep/app/confirm', {
    ...signedIn,
    confirmed: true,
    summary: 'Switches the codes of the app on by the first one',
    input: z.object({ Code }),
    output: WithCodes,
  }),
  removeApp: operation('POST', '/account/secondstep/app/remove', {
    ...signedIn,
    summary: 'Switches the codes of the app off, by password and code',
    input: z.object({ Password, Code }),
    output: Done,
  }),
  renewCodes: operation('POST', '/account/secondstep/recoverycodes', {
    ...signedIn,
    confirmed: true,
    summary: 'New recovery codes; those before end',
    output: WithCodes,
  }),
  beginAddPasskey: operation('POST', '/account/passkeys/begin', {
    ...signedIn,
    confirmed: true,
    summary: 'Begins to add a passkey',
    output: z.object({ Ticket: z.string(), Passkey: WebAuthnJson }),
  }),
  addPasskey: operation('POST', '/account/passkeys', {
    ...signedIn,
    confirmed: true,
    summary: 'Adds the passkey that the browser has made',
    // As JSON text, because its names must keep their case.
    input: z.object({ Ticket: z.string().max(500), Name: PasskeyName, Passkey: z.string().max(20_000) }),
    output: WithCodes,
  }),
  renamePasskey: operation('POST', '/account/passkeys/{passkeyId}/rename', {
    access: 'authenticated',
    summary: 'Names a passkey of the signed-in user',
    ...ofPasskey,
    input: z.object({ Name: PasskeyName }),
    output: Done,
  }),
  removePasskey: operation('POST', '/account/passkeys/{passkeyId}/remove', {
    ...signedIn,
    confirmed: true,
    summary: 'Removes a passkey of the signed-in user',
    ...ofPasskey,
    output: Done,
  }),
}
