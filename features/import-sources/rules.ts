import type { Message } from '#platform/define-messages.ts'
import { t as tPlatform } from '#platform/messages.ts'
import { fingerprintIn, isMd5, publicKeyIn } from './fingerprint.ts'
import { t } from './messages.ts'

/** Where files are fetched from (spec 3 §3 "System settings"); an organisation has at most one of each. */
export const SOURCE_KINDS = ['Sftp', 'Ftp', 'Mailbox'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Largest values of the fields in characters (spec 3 §5). */
export const MAX_URL = 200
export const MAX_OTHER = 100

/** The port of a server whose port is empty (spec 3 §5: 110, with SSL 995). */
export function defaultPort(kind: SourceKind, usesSsl: boolean): number {
  if (kind === 'Sftp') return 22
  if (kind === 'Ftp') return 21
  return usesSsl ? 995 : 110
}

/** A host as it is typed: without the scheme and the slash of an address. */
export const hostOf = (url: string): string => url.replace(/^[a-z0-9+]+:\/\//i, '').replace(/\/+$/, '')
/** A name or an IP address; a port has a field of its own. */
export const isHost = (host: string): boolean => /^(?:[\w.-]*|[\da-f.]*(?::[\da-f.]*){2,7})$/i.test(host)

/** Why a text, as `fingerprintText` gives it, cannot be the fingerprint of a server. */
export function whyNotFingerprint(text: string): Message | null {
  if (text === '' || fingerprintIn(text) || publicKeyIn(text)) return null
  if (isMd5(text)) return t('MsgFingerprintMd5')
  return text.length > MAX_OTHER ? tPlatform('MsgTextTooLong', { max: MAX_OTHER }) : t('MsgFingerprintInvalid')
}

export type SourceFields = {
  readonly Url: string
  readonly UserName: string
  readonly Password: string
  readonly IsActive: boolean
  readonly Path?: string
  readonly ServerFingerPrint?: string
  readonly IsServerFingerPrintCheckEnabled?: boolean
}
type Saved = Pick<SourceFields, 'Url' | 'UserName'> & { readonly HasPassword: boolean }
export type WrongField = { readonly field: keyof SourceFields; readonly message: Message }

/** Whether the saved password stays when none is typed: it must not be sent to another host or as another user. */
export const keepsPassword = (fields: SourceFields, saved: Saved): boolean =>
  saved.HasPassword && saved.Url === fields.Url && saved.UserName === fields.UserName

/** The rules between fields: what an active source needs, and the fingerprint when it is checked (spec 3 §5). */
export function whyNotSource(kind: SourceKind, fields: SourceFields, saved: Saved): WrongField | null {
  const wrong = (field: keyof SourceFields, message: Message) => ({ field, message })
  if (!fields.Password && saved.HasPassword && !keepsPassword(fields, saved) && fields.Url)
    return wrong('Password', t('MsgPasswordOfHost'))
  if (!fields.IsActive) return null
  if (!fields.Url) return wrong('Url', t('MsgUrlEmpty'))
  if (!fields.UserName) return wrong('UserName', t('MsgUserNameEmpty'))
  if (kind === 'Mailbox' && !/^\S+@\S+$/.test(fields.UserName)) return wrong('UserName', t('MsgUserNameNotEmail'))
  if (!fields.Password && !saved.HasPassword) return wrong('Password', t('MsgPasswordEmpty'))
  if (fields.IsServerFingerPrintCheckEnabled && !fields.ServerFingerPrint)
    return wrong('ServerFingerPrint', t('MsgFingerprintEmpty'))
  return kind === 'Ftp' && !fields.Path ? wrong('Path', t('MsgPathEmpty')) : null
}

/** What became of a fetched file. `Repeated`: it was fetched before. */
export type Outcome = 'Imported' | 'Repeated' | 'Refused'

type Checked = {
  readonly lines: number
  readonly refused: number
  /** New and changed lines. */
  readonly toDo: number
  readonly movesOut: number
  readonly movesOutOf: number
}
type Thresholds = {
  readonly ImportApply: boolean
  readonly ImportFullList: boolean
  readonly ImportMaxRefused: number
  readonly ImportMaxMoveOut: number
}

/** Whether there is nothing in a checked file that a person would decide. */
export const isEmptyImport = ({ refused, toDo, movesOut }: Checked, { ImportFullList }: Thresholds): boolean =>
  refused === 0 && toDo === 0 && (!ImportFullList || movesOut === 0)

/** Why a checked file waits for a person; null when it is applied by itself. Percentages include their bound. */
export function whyWaits(kind: SourceKind, file: Checked, rules: Thresholds): Message | null {
  if (isEmptyImport(file, rules)) return null
  if (!rules.ImportApply) return t('WaitsAlways')
  // Anybody can send an e-mail, under any name.
  if (kind === 'Mailbox') return t('WaitsMailbox')
  const isAbove = (part: number, whole: number, percent: number) => part * 100 > whole * percent
  if (isAbove(file.refused, file.lines, rules.ImportMaxRefused))
    return t('WaitsRefused', { count: file.refused, of: file.lines, percent: rules.ImportMaxRefused })
  if (rules.ImportFullList && isAbove(file.movesOut, file.movesOutOf, rules.ImportMaxMoveOut))
    return t('WaitsMoveOut', { count: file.movesOut, of: file.movesOutOf, percent: rules.ImportMaxMoveOut })
  return null
}
