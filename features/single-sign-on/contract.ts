import { z } from 'zod'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { PORTAL_ROLES } from '#platform/permissions.ts'
import { Done, MessageText, optionalText, requiredText } from '#platform/wire.ts'
import { t } from './messages.ts'
import { CALLBACK, OFFER, START } from './public.ts'

/** Longest texts in characters, and most rows of the table of roles. */
const MAX = { issuer: 500, clientId: 300, clientSecret: 1000, buttonName: 50, claim: 200, value: 200, rows: 50 } as const

/** Whether a text is the address of an issuer: OpenID Connect allows a path, but no query, fragment or user. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !/[?#@]/.test(text)
}

const Issuer = requiredText(MAX.issuer, t('MsgSsoIssuerEmpty')).refine(isIssuer, packMessage(t('MsgSsoIssuerInvalid')))
const RoleName = z.enum(PORTAL_ROLES, { error: packMessage(t('MsgSsoNoSuchRole')) })
const RoleOfValue = z.object({ Value: requiredText(MAX.value, t('MsgSsoValueEmpty')), Role: RoleName })
export type RoleOfValue = z.infer<typeof RoleOfValue>

/** The fields of the form. */
export const SettingsDraft = z.object({
  /** The version that was read: the save is refused (409) when the settings have changed since. Empty without settings. */
  Version: z.string().max(40).nullish(),
  IsActive: z.boolean(),
  Issuer,
  /** Addresses count although the provider does not say that it has verified them; not at a provider for everybody. */
  TrustsAddresses: z.boolean().default(false),
  ClientId: requiredText(MAX.clientId, t('MsgSsoClientIdEmpty')),
  /** Empty keeps the saved one. */
  ClientSecret: optionalText(MAX.clientSecret),
  ButtonName: requiredText(MAX.buttonName, t('MsgSsoButtonNameEmpty')),
  /** A claim of the ID token or of the user info; `a.b` is member b of claim a. Empty: no claim gives a role. */
  RoleClaim: optionalText(MAX.claim),
  RoleMapping: z.array(RoleOfValue).max(MAX.rows).default([]),
  /** The role of users who are added; null adds nobody. */
  DefaultRole: RoleName.nullable(),
})

const Settings = z.object({
  ...z.object({ Version: z.string(), IsActive: z.boolean(), Issuer: z.string(), ClientId: z.string() }).shape,
  TrustsAddresses: z.boolean(),
  HasSecret: z.boolean(),
  ButtonName: z.string(),
  RoleClaim: z.string(),
  RoleMapping: z.array(RoleOfValue),
  DefaultRole: RoleName.nullable(),
  /** The roles that the caller may give. */
  AllRoles: z.array(z.object({ SystemName: RoleName, Name: MessageText })),
  /** What the provider must know of this installation. */
  CallbackAddress: z.string(),
  SignOutReturn: z.string(),
})
export type Settings = z.output<typeof Settings>

const ofOrganisation = {
  params: z.object({
    systemName: z
      .string()
      .trim()
      .toLowerCase()
      .max(100)
      .regex(/^\P{Cc}*$/u),
  }),
}

export const singleSignOn = {
  get: operation('GET', '/singlesignon/settings', {
    permission: 'EditOrganisation',
    summary: 'The settings of single sign-on of the current organisation, without the secret',
    output: Settings,
  }),
  save: operation('POST', '/singlesignon/settings', {
    permission: 'EditOrganisation',
    confirmed: true,
    summary: 'Saves the settings of single sign-on; another issuer ends the links with the former one',
    input: SettingsDraft,
    output: Done,
    secret: true,
  }),
  test: operation('POST', '/singlesignon/test', {
    permission: 'EditOrganisation',
    summary: 'Reads the discovery document of an issuer, and replies what is wrong with it',
    reads: true,
    input: z.object({ Issuer }),
    output: z.object({ IsGood: z.boolean(), Message: MessageText }),
  }),
  offer: operation(OFFER.method, OFFER.path, {
    access: 'public',
    summary: 'The name of an organisation’s single sign-on, or null; null too for an unknown organisation',
    ...ofOrganisation,
    output: z.object({ Name: z.string().nullable() }),
  }),
  start: operation('GET', START, {
    access: 'public',
    summary: 'Sends the browser to the organisation’s provider, which asks for the credentials again with Again',
    ...ofOrganisation,
    query: z.object({ Again: z.enum(['true']).optional() }),
    output: z.string(),
  }),
  callback: operation('GET', CALLBACK, {
    access: 'public',
    summary: 'The provider’s reply: signs in, and sends the browser to the portal',
    output: z.string(),
    secret: true,
  }),
  signOutAddress: operation('POST', '/auth/singlesignon/signout', {
    access: 'authenticated',
    summary: 'The address at which the caller’s sign-in ends at the provider, or null',
    output: z.object({ Address: z.string().nullable() }),
    secret: true,
  }),
}
