import { defineMessages, type Message } from './define-messages.ts'
import { t as label } from './labels.ts'
import { t as page } from './page-messages.ts'

/** Names of actions that several features have. */
export const t = defineMessages('Audit', {
  AuditCreated: 'Created',
  AuditChanged: 'Changed',
  AuditDeleted: 'Deleted',
  AuditTakenBack: 'Last change undone',
  AuditSettingsChanged: 'Settings changed',
  AuditTrailExported: 'Exported',
})

/** What the audit trail calls an action, and the kind of record that it is about; null for an action about several kinds. */
type AuditActionWords = { readonly kind: string | null; readonly text: Message }
/** A value in an entry as a word of the program; undefined for a value that is none. */
type ValueWord = (value: unknown) => Message | undefined

/** The words of the audit trail that one feature brings. The portal does not import them: it asks the server for them. */
export type AuditWords = {
  /** Its kinds of record, by the name in the column `kind` of an entry. */
  readonly kinds?: Readonly<Record<string, Message>>
  /** Its actions, by the text in the column `action` of an entry. */
  readonly actions?: Readonly<Record<string, AuditActionWords>>
  /** What the fields of its records are called, as in their forms: `HoldFrom` is also the label of `hold_from` and `holdFrom`. */
  readonly fields?: Readonly<Record<string, Message>>
  /** The words for values of fields. */
  readonly values?: Readonly<Record<string, ValueWord>>
}

const declared: { readonly actions: Record<string, AuditActionWords>; readonly kinds: Record<string, Message> } = {
  actions: {},
  kinds: {},
}

/** Declares the words of a feature, which also adds them to `AuditDeclarations` for the types below. */
export function defineAudit<const W extends AuditWords>(words: W): W {
  Object.assign(declared.actions, words.actions)
  Object.assign(declared.kinds, words.kinds)
  return words
}

/** An action's words; undefined for one of an older version that is gone. */
export const auditAction = (action: string): AuditActionWords | undefined =>
  Object.hasOwn(declared.actions, action) ? declared.actions[action] : undefined
/** The name of a kind of record; undefined for one of an older version that is gone. */
export const auditKind = (kind: string): Message | undefined =>
  Object.hasOwn(declared.kinds, kind) ? declared.kinds[kind] : undefined

/** Actions on one kind of record, null for several kinds, with their texts. */
export const actionsOn = <const A extends string>(kind: string | null, texts: Readonly<Record<A, Message>>) =>
  Object.fromEntries(Object.entries<Message>(texts).map(([action, text]) => [action, { kind, text }])) as Readonly<
    Record<A, AuditActionWords>
  >

type Saving = 'created' | 'changed' | 'deleted'
/** The actions of a kind of record that is added, edited and deleted: its word, followed by 'created' and so on. */
export const savingActions = <const W extends string>(word: W, kind: string) =>
  actionsOn(kind, {
    [`${word} created`]: t('AuditCreated'),
    [`${word} changed`]: t('AuditChanged'),
    [`${word} deleted`]: t('AuditDeleted'),
  } as Readonly<Record<`${W} ${Saving}`, Message>>)

/** Words of entries that belong to no feature. */
export const commonAudit = defineAudit({
  actions: actionsOn(null, { 'change undone': t('AuditTakenBack') }),
  fields: {
    Action: label('LabelAction'),
    Active: label('LabelActive'),
    ActorId: label('SectionPerson'),
    Address: label('LabelAddress'),
    Description: label('LabelDescription'),
    Email: label('LabelEmail'),
    EmailId: label('LabelEmail'),
    FirstName: label('LabelFirstName'),
    IsActive: label('LabelActive'),
    LastName: label('LabelLastName'),
    MobilePhone: label('LabelMobilePhone'),
    Name: label('LabelName'),
    NewPin: label('LabelNewPin'),
    Phone1: label('LabelPhone1'),
    Phone2: label('LabelPhone2'),
    Q: page('WordSearch'),
    SortOrder: label('LabelSortOrder'),
    UserName: label('LabelUserName'),
  },
})

/** The declarations of all features, each with `declare module` beside its own words. */
export interface AuditDeclarations {
  readonly common: typeof commonAudit
}
type Declared = AuditDeclarations[keyof AuditDeclarations]
type KeysOf<W, Part extends string> = W extends { readonly [P in Part]: infer Words } ? keyof Words & string : never
/** Every action that an entry may have. */
export type AuditAction = KeysOf<Declared, 'actions'>
type SavedOf<A> = A extends `${infer W} deleted` ? (`${W} ${Saving}` extends AuditAction ? W : never) : never
/** The words of the kinds of record that have all of `savingActions`. */
export type SavedWord = SavedOf<AuditAction>
/** Every kind of record that an entry may be about. */
export type AuditKind = KeysOf<Declared, 'kinds'>
