import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { texts } from '#apps/server/features.ts'
import { PLACEHOLDER, type Table } from '#platform/define-messages.ts'
import { translationOf } from './server/translations.ts'

const FILES: Readonly<Record<string, Table>> = Object.fromEntries(texts.map(({ file, table }) => [file, table]))
const FILE_NAMES = Object.keys(FILES)
const [GERMAN, SPANISH, BRITISH] = [translationOf('de'), translationOf('es'), translationOf('en-GB')]

const ROOT = join(import.meta.dirname, '../..')
/** The seven of the specification (spec 1 §7). */
const SEVEN = ['MapLockerToDevice', 'Layout', 'LockerBank', 'Resident', 'Registration', 'Agent', 'Building'] as const

const placeholders = (words: string) => [...words.matchAll(PLACEHOLDER)].map(([one]) => one).sort()
const named = (file: string, key: string) => `${file} ${key}`

describe.each([
  ['German', GERMAN],
  ['Spanish', SPANISH],
])('%s', (_, translation) => {
  test('has every text of every file, and no unknown ones', () => {
    const ours = FILE_NAMES.flatMap((file) => Object.keys(FILES[file]!).map((key) => named(file, key)))
    const translated = Object.entries(translation).flatMap(([file, table]) => Object.keys(table).map((key) => named(file, key)))
    expect(
      ours.filter((one) => !translated.includes(one)),
      'to be translated',
    ).toEqual([])
    expect(
      translated.filter((one) => !ours.includes(one)),
      'translated, but gone',
    ).toEqual([])
  })
})

test.each([
  ['German', GERMAN],
  ['Spanish', SPANISH],
  ['British', BRITISH],
])('%s texts are not empty, and have the placeholders of the default language', (_, translation) => {
  for (const [file, table] of Object.entries(translation))
    for (const [key, words] of Object.entries(table)) {
      expect(words.trim(), named(file, key)).not.toBe('')
      expect(placeholders(words), named(file, key)).toEqual(placeholders(FILES[file]?.[key] as string))
    }
})

/** Names that the specification gives (spec 3 §2). */
const GIVEN = ['Add Region', 'Delete Regions', 'Add Property', 'Delete Properties']

test('names of actions on lists are in sentence case, unless the specification gives them', () => {
  const actions = Object.values(FILES).flatMap((table) =>
    Object.entries(table).flatMap(([key, words]) => (/^(Add|Delete|ScreenNew)[A-Z]/.test(key) ? [words] : [])),
  )
  expect(actions).toEqual(expect.arrayContaining(GIVEN))
  expect(actions.filter((words) => / [A-Z]/.test(words) && !GIVEN.includes(words))).toEqual([])
})

test('has the seven files of the specification', () => {
  for (const file of SEVEN) expect(Object.keys(FILES[file] as Table).length, file).toBeGreaterThan(0)
})

test('every message table is a language file, and every translation is served', () => {
  const sources = [
    'features/*/{*messages,screens,audit,help}.ts',
    'platform/{audit,labels,messages,bulk-messages,conflict-messages,help,page-messages,palette-messages,photo-messages,place-messages,shortcut-messages}.ts',
    'platform/{portal,server}/messages.ts',
  ].flatMap((glob) => globSync(glob, { cwd: ROOT }))
  const files = sources.flatMap((source) => /defineMessages\('(\w+)'/.exec(readFileSync(join(ROOT, source), 'utf8'))?.[1] ?? [])
  expect([...files].sort()).toEqual([...FILE_NAMES].sort())
})

/** Equal labels that stay apart, with the reason; texts with the prefix `Msg` are exempt, because replies carry their keys. */
const EQUAL_LABELS: Readonly<Record<string, string>> = {
  'Dashboard.LabelAll ReportViewer.DetailAll': 'a filter of counts, and the value of a parameter with no choice',
  'Dashboard.LabelCapacity Report.ColumnCapacity': 'a number of a dashboard, and a column of a document',
  'PropertySettings.LabelReminderCount Report.ColumnReminders': 'how many are sent at most, and how many were sent',
  'Report.ColumnTime AuditTrail.LabelAuditTime': 'a column of a document, and one of a list that the sign-in does not load',
  'Resident.LabelFromDay Report.ParameterFrom': 'the first day of a hold, and of a report',
  'Portal.WordUndo Layout.ButtonUndo': 'a notice takes back one change, the designer steps back through many',
  'LockerBank.WordAuthorised LockerBankAudit.AuditAuthorised': 'an entry of a history, and a state',
  'Audit.AuditCreated LockerBank.LabelCreated': 'an entry of a history, and the label of a date',
  'PortalUser.StatusInvited PortalUserAudit.AuditInvited': 'an action, and a status',
  'Agent.StatusLocked AgentAudit.AuditLockedByStaff': 'an action, and a status',
  'Resident.StatusMovedOut ResidentAudit.AuditMovedOut': 'an entry of a history, and a status',
  'Registration.StatusRejected RegistrationAudit.AuditRejected': 'an entry of a history, and a status',
  'Cabinet.FlagOutbound PackageStatus.GroupOutbound': 'a locker for outbound packages, and a group of statuses',
  'Cabinet.StateAvailable Cabinet.CategoryAvailable': 'each key is made from a name: a state of a door, a category of lockers',
  'Cabinet.StateFlagged Dashboard.LabelOutOfService': 'a state of a door, and a count of lockers',
  'Cabinet.StateOccupied Cabinet.CategoryOccupied': 'each key is made from a name: a state of a door, a category of lockers',
  'Label.LabelActive PackageStatus.GroupActive': 'a setting, and a group of statuses',
  'Label.LabelBuilding BuildingScreens.ScreenBuilding': 'navigation loads titles without other texts',
  'Theme.SectionPreview Import.TitlePreview NotificationTemplate.TabPreview': 'of a screen, of a file, and of a text',
  'NotificationTemplate.LabelSubject TemplateAudit.AuditFieldSubject': 'of an e-mail, and what an entry is about',
  'Label.LabelPackages PropertySettings.GroupPackages': 'a column, and a group of settings',
  'Label.LabelProperties PropertyScreens.ScreenProperties': 'navigation loads titles without other texts',
  'Label.LabelMailroom MailroomScreens.ScreenMailroom': 'navigation loads titles without other texts',
  'Label.LabelCourier CourierScreens.ScreenCourier': 'navigation loads titles without other texts',
  'Label.LabelEmail Session.LabelEmail': 'the sign-in page loads no labels',
  'Label.LabelLocker Cabinet.TypeLocker': 'the key is made from the type of a door',
  'Label.LabelResident ResidentScreens.ScreenResident': 'navigation loads titles without other texts',
  'Label.LabelUserName Session.LabelUserName': 'the sign-in page loads no labels',
  'LockerBank.TabAlerts LockerBankSettings.GroupAlerts Alert.TitleAlerts': 'a group of settings, and the list of open alerts',
  'SecondStep.WordCodesCopied OrganisationSms.WordCopied': 'the sign-in page loads no texts of the settings',
  'OrganisationSms.LabelEnable PortalUser.EnableUsers': 'a check box of a gateway, and a button for users',
  'PackageStatus.StatusServiceRecoveredtoMailroom PackageAction.ActionServiceRecoveredToMailroom':
    'each key is made from a name: an action, a status',
  'PackageStatus.GroupCollected NoticeType.TypeCollected': 'a group of statuses, and a type of notice',
  'PackageStatus.GroupFlagged Dashboard.LabelFlagged':
    'a group of statuses, and a count of packages: other counts have other words than their group',
  'PackageStatus.StatusUnconfirmed Dashboard.LabelUnconfirmed':
    'a status, and a count of packages: other counts have other words than their status',
  'PackageStatus.StatusWrongRecipient Dashboard.LabelWrongRecipient':
    'a status, and a count of packages: other counts have other words than their status',
  'LockerBankSettings.GroupDoors DashboardHelp.PaletteDoors': 'hits of a search, and a group of settings',
  'Portal.GridColumns Import.TitleHeadings Layout.TemplateColumns': 'columns of a list, of a file and of a locker bank',
  'Import.LeftOutTotal Report.TotalAll': 'why a line of a file is left out, and a row of a report',
  'Import.TitleTable System.LabelTable': 'the table in a file, and one of the database',
  'ImportSources.LabelMessage Enquiry.KindContact': 'an e-mail with a file, and what a visitor writes',
  'Notice.LabelReplyText TemplateAudit.AuditFieldBody': 'what a resident wrote back, and what an entry is about',
  'Pages.GridReload Registration.ButtonRefresh': 'the public forms load no texts of the portal',
  'Portal.ShellAsSystem SystemScreens.ScreenSystem': 'colours as the computer has them, and a screen',
  'Portal.ShellHelp OrganisationMobileApp.LabelHelpText': 'the help of a screen, and a text of the mobile app',
  'Portal.ShellOrganisation Session.LabelOrganisation OrganisationAudit.KindOrganisation':
    'the sign-in page loads no texts of the shell or of the audit trail',
  'PropertySettings.GroupTerminal Cabinet.TypeTerminal': 'a group of settings, and a part of a cabinet',
  'Refusal.TitleNotFound MapLockerToDevice.WordNotFound': 'a page, and a device that did not answer',
  'Registration.StatusPending PackageStatus.StatusPending': 'each key is made from the name of a status',
  'ResidentScreens.ScreenResidents Import.PurposeResidents': 'the title of a screen, and what a file contains',
}

test('a label exists once, unless it is listed with a reason', () => {
  const keys = new Map<string, string[]>()
  for (const [file, table] of Object.entries(FILES))
    for (const [key, text] of Object.entries(table)) {
      if (key.startsWith('Msg')) continue
      // The same English words with two translations are two texts.
      const words = [text, GERMAN[file]?.[key], SPANISH[file]?.[key]].join(' | ')
      keys.set(words, [...(keys.get(words) ?? []), `${file}.${key}`])
    }
  const equal = [...keys.values()].filter((names) => names.length > 1).map((names) => names.join(' '))
  expect(equal.sort()).toEqual(Object.keys(EQUAL_LABELS).sort())
})
