import { z } from 'zod'
import { View } from '#features/saved-views/contract.ts'
import { DATE_FORMATS } from '#platform/date-format.ts'
import { packMessage } from '#platform/define-messages.ts'
import { LANGUAGES } from '#platform/language.ts'
import { operation, PRELOAD } from '#platform/operation.ts'
import { Choice, Done, requiredText } from '#platform/wire.ts'
import { t } from './messages.ts'
import { CREDENTIALS, LINES, MAX_PASSWORD, MIN_PASSWORD, RESET_TOKEN } from './public.ts'

/** Cookie that holds the refresh token; sent to the session addresses only. */
export const REFRESH_COOKIE = 'parcelhall_refresh'
export const ACCESS_MINUTES = 15
export const REFRESH_DAYS = 10
export const RESET_MINUTES = 60
/** How long a ticket for the self-registration forms is valid. */
export const TICKET_MINUTES = 30

/** The appearances of the portal; `auto` follows the system. */
export const COLOR_SCHEMES = ['light', 'dark', 'auto'] as const
export type ColorScheme = (typeof COLOR_SCHEMES)[number]

const oauthText = z.string().max(4000).optional()

/** OAuth's names; `scope` is two words, `<organisationSystemName> <credentialType>`. */
export const TokenRequest = z.object({
  grant_type: z.enum(['password', 'refresh_token', 'client_credentials', 'second_step']),
  username: oauthText,
  password: oauthText,
  client_id: oauthText,
  client_secret: oauthText,
  scope: oauthText,
  refresh_token: oauthText,
  /** Of `second_step`: the ticket of the first step, and a code or the answer of a passkey as JSON. */
  ticket: oauthText,
  code: oauthText,
  passkey: z.string().max(20_000).optional(),
})
export const TokenReply = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  refresh_token: z.string().optional(),
  /** When the second step was set up by this request: shown once. */
  recovery_codes: z.array(z.string()).optional(),
})

/** A new password's length; `ratePassword` checks the rest, because it needs the owner's names. */
export const NewPassword = z
  .string()
  .min(MIN_PASSWORD, packMessage(t('MsgPasswordTooShort', { min: MIN_PASSWORD })))
  .max(MAX_PASSWORD, packMessage(t('MsgPasswordTooLong', { max: MAX_PASSWORD })))

export const Organisation = z.object({
  Id: z.string(),
  Name: z.string(),
  SystemName: z.string(),
  Culture: z.string(),
  TimeZone: z.string(),
  IsSuperAdmin: z.boolean(),
})
export const Preload = z.object({
  User: z.object({
    Id: z.string(),
    FirstName: z.string(),
    LastName: z.string(),
    Name: z.string(),
    Email: z.string(),
    /** The user's own choice; null follows the organisation. */
    Language: z.string().nullable(),
    DateFormat: z.string().nullable(),
    /** Null until the user chooses one. */
    ColorScheme: z.enum(COLOR_SCHEMES).nullable(),
  }),
  /** The portal's language: the user's choice, else the organisation's. */
  Language: z.string(),
  Roles: z.array(z.string()),
  Permissions: z.array(z.string()),
  /** The current organisation: the caller's own, or the one that a super administrator selected. */
  Organisation,
  /** The user's only property; null if there are several or none. */
  Property: Choice.nullable(),
  /** The zone of all properties of the user if it is the same, else the organisation's. */
  TimeZone: z.string(),
  /** The server's rules of the time zones of the organisation and its properties: those of a browser may be older. */
  ZoneRules: z.record(z.string(), z.object({ changes: z.array(z.number()).readonly(), offsets: z.array(z.number()).readonly() })),
  /** The organisations that a super administrator may select, by name, the first of many; else empty. */
  Organisations: z.array(Choice),
  /** The user's own views of lists in this organisation, in their order. */
  SavedViews: z.array(View),
})
export type Preload = z.infer<typeof Preload>

export const session = {
  token: operation(LINES.token.method, LINES.token.path, {
    access: 'public',
    summary: 'A token for a password, a second step, a refresh token or a client’s credentials',
    input: TokenRequest,
    output: TokenReply,
    form: LINES.token.form,
    secret: true,
  }),
  reportToken: operation('POST', '/token', {
    access: 'public',
    summary: 'A token for the report service, also at /Token: the user name is the organisation, a slash and the e-mail address',
    input: z.object({
      grant_type: z.literal('password'),
      username: z.string().max(300).default(''),
      password: z.string().max(4000).default(''),
    }),
    output: TokenReply,
    form: true,
    secret: true,
  }),
  signOut: operation('POST', '/auth/signout', {
    access: 'public',
    summary: 'Ends the sign-in of the refresh cookie, and that of the bearer token',
    output: Done,
    secret: true,
  }),
  forgotPassword: operation(LINES.forgotPassword.method, LINES.forgotPassword.path, {
    access: 'public',
    summary: 'Sends a link to set a new password; the answer is the same whether or not the account exists',
    input: z.object({
      OrganisationSystemName: requiredText(100, t('MsgOrganisationEmpty')),
      UserName: requiredText(100, t('MsgUserNameEmpty')),
      UserCredentialType: z.literal(CREDENTIALS.user).default(CREDENTIALS.user),
    }),
    output: Done,
  }),
  resetPassword: operation(LINES.resetPassword.method, LINES.resetPassword.path, {
    access: 'public',
    summary: 'Sets a new password with the link’s token, once',
    input: z.object({
      UserId: z.string().max(100),
      IssuedFor: z.string().trim().max(100),
      Token: z.string().max(500),
      NewPassword,
      TokenType: z.literal(RESET_TOKEN).default(RESET_TOKEN),
    }),
    output: Done,
    secret: true,
  }),
  changePassword: operation(LINES.changePassword.method, LINES.changePassword.path, {
    access: 'public',
    summary: 'Sets a new password for whoever knows the present one; ends every sign-in of the user',
    input: z.object({
      OrganisationSystemName: requiredText(100, t('MsgOrganisationEmpty')),
      UserName: requiredText(100, t('MsgUserNameEmpty')),
      Password: z.string().max(4000),
      NewPassword,
    }),
    output: Done,
    secret: true,
  }),
  preferences: operation('POST', '/postlogin/preferences', {
    access: 'authenticated',
    summary: 'Saves the user’s language and date format; null follows the organisation',
    input: z.object({
      Language: z.enum(LANGUAGES, { error: packMessage(t('MsgNoSuchChoice')) }).nullable(),
      DateFormat: z.enum(DATE_FORMATS, { error: packMessage(t('MsgNoSuchChoice')) }).nullable(),
    }),
    output: Done,
  }),
  colorScheme: operation('POST', '/postlogin/colorscheme', {
    access: 'authenticated',
    summary: 'Saves whether the user’s portal is light, dark, or as the system',
    input: z.object({ ColorScheme: z.enum(COLOR_SCHEMES, { error: packMessage(t('MsgNoSuchChoice')) }) }),
    output: Done,
  }),
  preload: operation(PRELOAD.method, PRELOAD.path, {
    access: 'authenticated',
    summary: 'The signed-in user with permissions, organisation, properties and saved views',
    output: Preload,
  }),
}
