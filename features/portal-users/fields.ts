import { z } from 'zod'
import { requiredEmail } from '#platform/contact-fields.ts'
import { packMessage } from '#platform/define-messages.ts'
import { reportWrong, settle, type WrongField } from '#platform/given-twice.ts'
import { PORTAL_ROLES, type PortalRole, ROLES } from '#platform/permissions.ts'
import { savedRecord } from '#platform/record.ts'
import { AnyId, Id, optionalText, requiredText, text } from '#platform/wire.ts'
import { t } from './messages.ts'
import { mayUseKiosk } from './rules.ts'

/** Longest texts of a user, in characters, and the digits of a kiosk PIN (spec 3 §5, §9). */
export const USER_MAX = { name: 100, phone: 20, kioskUserName: 20 } as const
export const KIOSK_PIN_DIGITS = 6
/** Most properties of one user: each transaction of the user names them all. */
export const MAX_PROPERTIES = 1000

export const RoleName = z.enum(PORTAL_ROLES, { error: packMessage(t('MsgUserRoleEmpty')) })

const name = (which: 'FirstName' | 'LastName') =>
  requiredText(USER_MAX.name, t(`MsgUser${which}Empty`), t(`MsgUser${which}TooLong`, { max: USER_MAX.name }))
const pinInvalid = packMessage(t('MsgKioskPinInvalid', { digits: KIOSK_PIN_DIGITS }))
const isPin = (pin: string) => pin === '' || new RegExp(`^[0-9]{${KIOSK_PIN_DIGITS}}$`).test(pin)
const phoneInvalid = t('MsgUserPhoneInvalid', { max: USER_MAX.phone })

/** The fields that users also change in their own profile. */
export const portalUserPerson = z.object({
  FirstName: name('FirstName'),
  LastName: name('LastName'),
  PhoneNumber: optionalText(USER_MAX.phone, phoneInvalid).refine((phone) => /^\d*$/.test(phone), packMessage(phoneInvalid)),
})

const person = {
  ...savedRecord,
  FirstName: portalUserPerson.shape.FirstName,
  LastName: portalUserPerson.shape.LastName,
  Email: requiredEmail(t('MsgUserEmailEmpty')),
  PhoneNumber: portalUserPerson.shape.PhoneNumber,
  /** For a changed user it must be given, so that nobody is enabled by leaving it out; a new one is active. */
  IsActive: z.boolean().nullish(),
}
/** For a new user: the first password, which the user must change; empty sends an invitation. */
const Password = z.string().nullish()
/** Empty for none. */
const KioskUserName = text(USER_MAX.kioskUserName, t('MsgUserNameInvalid'))
  .refine((typed) => /^\S*$/.test(typed), packMessage(t('MsgUserNameInvalid')))
  .nullish()
/** Empty keeps the saved one. */
const KioskPin = z.string().refine(isPin, pinInvalid).nullish()
const tooMany = packMessage(t('MsgUserTooManyProperties', { max: MAX_PROPERTIES }))
const PropertyIds = z.array(Id).max(MAX_PROPERTIES, tooMany)
const orEmpty = (value: string | null | undefined) => value ?? ''

/** The fields of the form (spec 3 §5 "Portal user"). */
export const PortalUserDraft = z
  .object({
    ...person,
    UserRole: RoleName,
    Password,
    KioskUserName: KioskUserName.transform(orEmpty),
    KioskPin: KioskPin.transform(orEmpty),
    PropertyIds: PropertyIds.default([]),
  })
  .superRefine((draft, context) => reportWrong(context, whyNotDraft(draft)))
type Draft = z.output<typeof PortalUserDraft>

/**
 * The input of a save: the fields of the form, and beside them those of spec 3 §3. Each value may be given in either shape, or in both
 * if they agree; of a saved user one that was changed in either (`settledDraft`). It becomes the fields of the form, whose names errors
 * have.
 */
export const PortalUserInput = z
  .object({
    ...person,
    UserRole: z.union([RoleName, z.object({ SystemName: RoleName })], { error: packMessage(t('MsgUserRoleEmpty')) }),
    Password,
    KioskUserName,
    KioskPin,
    PropertyIds: PropertyIds.nullish(),
    /** The user name is the e-mail address. */
    PortalLogin: z.object({ Username: z.string().nullish(), Password }).nullish(),
    KioskLogin: z.object({ Username: KioskUserName, Pin: KioskPin }).nullish(),
    UserToProperties: z
      .array(z.object({ UserId: AnyId, PropertyId: Id }))
      .max(MAX_PROPERTIES, tooMany)
      .nullish(),
  })
  .superRefine((input, context) =>
    // What a saved user becomes, only the save knows: `settledDraft`.
    reportWrong(context, [...contradictionsOf(input), ...(input.Id ? [] : whyNotDraft(draftOf(input)))]),
  )
  .transform(draftOf)
type Input = Pick<Draft, 'Id' | 'Version' | 'FirstName' | 'LastName' | 'Email' | 'PhoneNumber' | 'IsActive'> & {
  readonly UserRole: PortalRole | { readonly SystemName: PortalRole }
  readonly Password?: string | null | undefined
  readonly KioskUserName?: string | null | undefined
  readonly KioskPin?: string | null | undefined
  readonly PropertyIds?: string[] | null | undefined
  readonly PortalLogin?:
    | { readonly Username?: string | null | undefined; readonly Password?: string | null | undefined }
    | null
    | undefined
  readonly KioskLogin?:
    | { readonly Username?: string | null | undefined; readonly Pin?: string | null | undefined }
    | null
    | undefined
  readonly UserToProperties?: { readonly UserId?: string | undefined; readonly PropertyId: string }[] | null | undefined
}

/** What a save gives in the shape of spec 3 §3. */
type Specified = {
  readonly UserName: string | null
  readonly KioskUserName: string | null
  readonly PropertyIds: readonly string[] | null
}
type SaveDraft = Draft & { readonly Specified: Specified }

const specifiedOf = ({ PortalLogin, KioskLogin, UserToProperties }: Input): Specified => ({
  UserName: userNameOf({ PortalLogin }),
  KioskUserName: KioskLogin?.Username ?? null,
  PropertyIds: UserToProperties?.map(({ PropertyId }) => PropertyId) ?? null,
})

function draftOf(given: Input): SaveDraft {
  const { UserRole, PortalLogin, KioskLogin, UserToProperties, ...input } = given
  const Specified = specifiedOf(given)
  return {
    ...input,
    Specified,
    UserRole: typeof UserRole === 'object' ? UserRole.SystemName : UserRole,
    Password: input.Password || PortalLogin?.Password,
    KioskUserName: input.KioskUserName ?? Specified.KioskUserName ?? '',
    KioskPin: input.KioskPin || KioskLogin?.Pin || '',
    PropertyIds: [...(input.PropertyIds ?? Specified.PropertyIds ?? [])],
  }
}

const userNameOf = ({ PortalLogin }: Pick<Input, 'PortalLogin'>) => PortalLogin?.Username?.trim().toLowerCase() || null

const sorted = (ids: readonly string[] | null | undefined) => ids && [...new Set(ids)].sort().join(',')

/** The kiosk login's name and the properties, of which either shape may be given, and what of them contradicts itself. */
function settledOf(
  { KioskUserName, PropertyIds }: Pick<Input, 'KioskUserName' | 'PropertyIds'>,
  specified: Pick<Specified, 'KioskUserName' | 'PropertyIds'>,
  saved?: { readonly KioskUserName: string; readonly PropertyIds: readonly string[] },
) {
  const name = settle(['KioskUserName', KioskUserName], ['KioskLogin.Username', specified.KioskUserName], saved?.KioskUserName)
  const ids = settle<string>(
    ['PropertyIds', sorted(PropertyIds)],
    ['UserToProperties', sorted(specified.PropertyIds)],
    sorted(saved?.PropertyIds) ?? undefined,
  )
  return {
    values: { KioskUserName: name.value ?? '', PropertyIds: ids.value ? ids.value.split(',') : [] },
    wrong: [...name.wrong, ...ids.wrong],
  }
}

/** What contradicts itself, whatever is saved. A secret that is empty is not given. */
function contradictionsOf(input: Input): WrongField[] {
  const { PortalLogin, KioskLogin, UserToProperties } = input
  const userName = userNameOf(input)
  const isForeign = UserToProperties?.some(({ UserId }) => UserId !== undefined && UserId !== input.Id)
  return [
    // Of a saved user it may be the address before the change: `updateUser` checks it.
    ...(input.Id ? [] : settle(['Email', input.Email.toLowerCase()], ['PortalLogin.Username', userName]).wrong),
    ...settle(['Password', input.Password || null], ['PortalLogin.Password', PortalLogin?.Password || null]).wrong,
    ...settle(['KioskPin', input.KioskPin || null], ['KioskLogin.Pin', KioskLogin?.Pin || null]).wrong,
    ...(input.Id ? [] : settledOf(input, specifiedOf(input)).wrong),
    ...(isForeign ? [{ field: 'UserToProperties', message: t('MsgUserPropertiesOfOther') }] : []),
  ]
}

type Rules = Pick<Draft, 'UserRole' | 'PropertyIds' | 'KioskUserName' | 'KioskPin' | 'Id' | 'IsActive'>

/** What is wrong by the rules between fields. */
function whyNotDraft({ UserRole, PropertyIds, KioskUserName, KioskPin, Id, IsActive }: Rules): WrongField[] {
  const isHalf = (KioskPin && !KioskUserName) || (KioskUserName && !KioskPin && !Id)
  const kiosk = mayUseKiosk(UserRole)
    ? isHalf && { field: KioskPin ? 'KioskUserName' : 'KioskPin', message: t('MsgKioskLoginHalf') }
    : (KioskUserName || KioskPin) && { field: 'KioskUserName', message: t('MsgKioskLoginNotOfRole') }
  const needsProperty = !ROLES[UserRole].everyProperty && PropertyIds.length === 0
  return [
    Id && typeof IsActive !== 'boolean' && { field: 'IsActive', message: t('MsgUserActiveMissing') },
    needsProperty && { field: 'PropertyIds', message: t('MsgUserPropertyMissing') },
    kiosk,
  ].filter((one): one is WrongField => Boolean(one))
}

/** The draft of a saved user, and all that is wrong with it. */
export function settledDraft(
  draft: SaveDraft,
  saved: { readonly KioskUserName: string; readonly PropertyIds: readonly string[] },
): { readonly draft: SaveDraft; readonly wrong: readonly WrongField[] } {
  const { values, wrong } = settledOf(draft, draft.Specified, saved)
  const settled = { ...draft, ...values }
  return { draft: settled, wrong: [...wrong, ...whyNotDraft(settled)] }
}
