import { z } from 'zod'
import { packMessage } from '#platform/define-messages.ts'
import { t as tPlatform } from '#platform/messages.ts'
import { operation } from '#platform/operation.ts'
import { Done, Id, MessageText, NullableTime, optionalText, pageOf, pageQuery, searchText, Time } from '#platform/wire.ts'
import { fingerprintText, MAX_FINGERPRINT_TEXT } from './fingerprint.ts'
import { t } from './messages.ts'
import { hostOf, isHost, MAX_OTHER, MAX_URL, SOURCE_KINDS, type SourceKind, whyNotFingerprint } from './rules.ts'

const portInvalid = packMessage(t('MsgPortInvalid'))
const Port = z
  .union([z.int(portInvalid).min(1, portInvalid).max(65_535, portInvalid), z.literal('')], portInvalid)
  .nullish()
  .transform((port) => port || null)

const connection = {
  /** The version that was read: the save is refused (409) when the source has changed since. */
  Version: z.string().max(64).nullish(),
  /** The name or IP address of the host; a scheme before it is dropped. */
  Url: optionalText(MAX_URL)
    .transform(hostOf)
    .refine(isHost, packMessage(t('MsgUrlInvalid'))),
  /** Empty for the usual one. */
  Port,
  UserName: optionalText(MAX_OTHER),
  /** Empty keeps the saved one. */
  Password: z
    .string()
    .max(MAX_OTHER)
    .nullish()
    .transform((password) => password ?? ''),
  IsActive: z.boolean(),
}

/**
 * SHA-256, however it is printed (`fingerprintIn`), or a line with the public key. What is stored has at most 100 characters (spec 3
 * §5), but not every spelling.
 */
const ServerFingerPrint = optionalText(MAX_FINGERPRINT_TEXT, tPlatform('MsgTextTooLong', { max: MAX_OTHER }))
  .transform(fingerprintText)
  .superRefine((text, context) => {
    const whyNot = whyNotFingerprint(text)
    if (whyNot) context.addIssue({ code: 'custom', message: packMessage(whyNot) })
  })

/** The input of a save (spec 3 §3 "System settings"); the rules between fields are `whyNotSource`. */
export const SOURCE_INPUTS = {
  Sftp: z.object({
    ...connection,
    Path: optionalText(MAX_OTHER),
    ServerFingerPrint,
    IsServerFingerPrintCheckEnabled: z.boolean(),
  }),
  Ftp: z.object({ ...connection, Path: optionalText(MAX_OTHER), UseSSL: z.boolean() }),
  Mailbox: z.object({ ...connection, UseSSL: z.boolean() }),
} as const

/** The section of each source on the wire (spec 3 §3). */
export const SECTION_OF = {
  Sftp: 'ImportSftpSettings',
  Ftp: 'ImportFtpSettings',
  Mailbox: 'ImportSmtpPopServerSettings',
} as const satisfies Record<SourceKind, string>

/** What every saved source has: the password never comes back. */
const saved = {
  Version: z.string(),
  Url: z.string(),
  Port: z.int().nullable(),
  UserName: z.string(),
  IsActive: z.boolean(),
  HasPassword: z.boolean(),
  LastRunAt: NullableTime,
  /** Why the last fetch failed; empty when it did not. */
  LastFailure: MessageText,
}
/** The saved sources, under the names of spec 3 §3. */
export const SavedSources = {
  ImportSftpSettings: z.object({
    ...saved,
    Path: z.string(),
    ServerFingerPrint: z.string(),
    IsServerFingerPrintCheckEnabled: z.boolean(),
  }),
  ImportFtpSettings: z.object({ ...saved, Path: z.string(), UseSSL: z.boolean() }),
  ImportSmtpPopServerSettings: z.object({ ...saved, UseSSL: z.boolean() }),
} as const
/** The same for a save; a source that is left out stays. */
export const SourceChanges = {
  ImportSftpSettings: SOURCE_INPUTS.Sftp.nullish(),
  ImportFtpSettings: SOURCE_INPUTS.Ftp.nullish(),
  ImportSmtpPopServerSettings: SOURCE_INPUTS.Mailbox.nullish(),
} as const
const AllChanges = z.object(SourceChanges)
export type SourceChanges = z.output<typeof AllChanges>
const AllSaved = z.object(SavedSources)
export type SavedSources = z.output<typeof AllSaved>

/** A fetched file. */
export const FetchedFile = z.object({
  Id: z.string(),
  FetchedAt: Time,
  Source: z.enum(SOURCE_KINDS),
  SourceName: MessageText,
  File: z.string(),
  /** Of the message that the file came with. */
  Subject: z.string(),
  From: z.string(),
  SentAt: NullableTime,
  Bytes: z.int(),
  OutcomeName: MessageText,
  Reason: MessageText,
  /** The import of the file, unless it has been deleted. */
  ImportId: z.string().nullable(),
  ImportStatus: MessageText,
})
export type FetchedFile = z.infer<typeof FetchedFile>
export const FETCHED_SORTS = ['FetchedAt', 'File', 'Source', 'Bytes'] as const

const permission = 'EditGeneralSetting' as const
const params = z.object({ id: Id })
export const importSources = {
  testSftp: operation('POST', '/Organisation/{id}/testsftpconnection/', {
    permission,
    summary: 'Connects to the saved SFTP server',
    params,
    output: Done,
  }),
  testFtp: operation('POST', '/Organisation/{id}/testftpconnection/', {
    permission,
    summary: 'Connects to the saved FTP server',
    params,
    output: Done,
  }),
  testMailbox: operation('POST', '/Organisation/{id}/testemailinboxconnection/', {
    permission,
    summary: 'Connects to the saved mailbox',
    params,
    output: Done,
  }),
  fetchNow: operation('POST', '/emailsetting/fetch', {
    permission,
    summary: 'Fetches from the active sources now, instead of at the next quarter of an hour',
    output: Done,
  }),
  page: operation('POST', '/emailsetting/getpaged', {
    reads: true,
    permission: 'ViewGeneralSetting',
    summary: 'Files that were fetched for the import of residents, by page, latest first',
    input: pageQuery(FETCHED_SORTS, 'desc').extend({
      /** Words in the name of the file. */
      SearchText: searchText(),
      Source: z.enum(SOURCE_KINDS).nullish().or(z.literal('')),
    }),
    output: pageOf(FetchedFile),
  }),
}
