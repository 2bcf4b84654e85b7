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

test('has the seven files of the specification', () => {
  for (const file of SEVEN) expect(Object.keys(FILES[file] as Table).length, file).toBeGreaterThan(0)
})

test('every message table is a language file, and every translation is served', () => {
  const sources = ['features/*/{*messages,screens}.ts', 'platform/{labels,messages}.ts', 'platform/portal/messages.ts'].flatMap(
    (glob) => globSync(glob, { cwd: ROOT }),
  )
  const files = sources.map((source) => /defineMessages\('(\w+)'/.exec(readFileSync(join(ROOT, source), 'utf8'))?.[1])
  expect([...files].sort()).toEqual([...FILE_NAMES].sort())
})

/** Equal labels that stay apart, with the reason; texts with the prefix `Msg` are exempt, because replies carry their keys. */
const EQUAL_LABELS: Readonly<Record<string, string>> = {
  'AgentScreens.ScreenAgents Registration.TabAgents': 'navigation loads titles without the texts of a feature',
  'Cabinet.StateAvailable Cabinet.CategoryAvailable': 'two uses in one feature',
  'Cabinet.StateFlagged Dashboard.LabelOutOfService': 'the name of a state, and a heading',
  'Cabinet.StateOccupied Cabinet.CategoryOccupied': 'two uses in one feature',
  'Common.TitleNotFound MapLockerToDevice.WordNotFound': 'the sign-in page or the shell uses it',
  'Common.WordJustNow Dashboard.AgeJustNow': 'the sign-in page or the shell uses it',
  'Import.LabelVerdict Dashboard.LabelAction': 'also a column or a title of the imports',
  'Import.LinkImport Import.ButtonApply': 'two uses in one feature',
  'Import.TitleImport ImportScreens.ScreenImport': 'also a column or a title of the imports',
  'Import.TitleImportJob ImportScreens.ScreenImportJob': 'also a column or a title of the imports',
  'Import.TitleImports ImportScreens.ScreenImports': 'also a column or a title of the imports',
  'Label.LabelActive PackageStatus.GroupActive': 'the name of a state, and a heading',
  'Label.LabelBuilding Import.ColumnBuilding': 'also a column or a title of the imports',
  'Label.LabelCourier CourierScreens.ScreenCourier': 'navigation loads titles without the texts of a feature',
  'Label.LabelEmail Session.LabelEmail Import.ColumnEmail': 'also a column or a title of the imports',
  'Label.LabelFirstName Import.ColumnFirstName': 'also a column or a title of the imports',
  'Label.LabelInactive Resident.StatusInactive': 'used by two features',
  'Label.LabelLocker Cabinet.TypeLocker': 'the name of a state, and a heading',
  'Label.LabelMobilePhone Import.ColumnMobilePhone': 'also a column or a title of the imports',
  'Label.LabelPhone1 Import.ColumnPhone1': 'also a column or a title of the imports',
  'Label.LabelPhone2 Import.ColumnPhone2': 'also a column or a title of the imports',
  'Label.LabelProperty Import.ColumnProperty': 'also a column or a title of the imports',
  'Label.LabelStatus Import.LabelStatus': 'also a column or a title of the imports',
  'Label.LabelUserName Session.LabelUserName': 'the sign-in page or the shell uses it',
  'Label.SectionHome Import.LabelPlace': 'also a column or a title of the imports',
  'Layout.ModeDryCleaning Cabinet.FlagDryCleaning': 'the name of a state, and a heading',
  'Layout.ModeOutbound Cabinet.FlagOutbound PackageStatus.GroupOutbound': 'the name of a state, and a heading',
  'Layout.TemplateTerminal Cabinet.TypeTerminal': 'the name of a state, and a heading',
  'LockerBank.LinkLayout LayoutScreens.ScreenLayout': 'navigation loads titles without the texts of a feature',
  'LockerBank.SectionPublish LockerBank.ButtonPublish': 'two uses in one feature',
  'LockerBankScreens.ScreenLockerBank Dashboard.TitleLockerBank': 'navigation loads titles without the texts of a feature',
  'LockerBankScreens.ScreenLockerBanks Layout.BackToList': 'navigation loads titles without the texts of a feature',
  'LockerBankSettings.GroupAlerts Alert.TitleAlerts': 'used by two features',
  'MapLockerToDevice.TitleCabinet Dashboard.TitleCabinet': 'used by two features',
  'Package.ActionServiceRecoveredToMailroom PackageStatus.StatusServiceRecoveredtoMailroom': 'the name of a state, and a heading',
  'PackageStatus.GroupFlagged Dashboard.LabelFlagged': 'the name of a state, and a heading',
  'PackageStatus.StatusUnconfirmed Dashboard.LabelUnconfirmed': 'the name of a state, and a heading',
  'PackageStatus.StatusWrongRecipient Dashboard.LabelWrongRecipient': 'the name of a state, and a heading',
  'PackageViewer.ColumnUnitNumber Dashboard.LabelUnit': 'used by two features',
  'Portal.GridColumns Import.TitleColumns Layout.TemplateColumns': 'also a column or a title of the imports',
  'Portal.GridReload Registration.ButtonRefresh': 'the sign-in page or the shell uses it',
  'Portal.GridSearch Portal.ShellSearch': 'two uses in one feature',
  'Portal.ShellOrganisation Session.LabelOrganisation': 'the sign-in page or the shell uses it',
  'Portal.WordClose MapLockerToDevice.ButtonClose': 'the sign-in page or the shell uses it',
  'Portal.WordYes Courier.WordYes': 'the sign-in page or the shell uses it',
  'Registration.StatusPending PackageStatus.StatusPending': 'the name of a state, and a heading',
  'Resident.LabelExpiry PackageViewer.LabelExpiryTime': 'used by two features',
  'Resident.LabelPackageNumber PackageViewer.ColumnPackageNumber': 'used by two features',
  'Resident.LabelResident ResidentScreens.ScreenResident Import.LabelResident PackageViewer.ColumnResidentName':
    'also a column or a title of the imports',
  'Resident.TabPackages PackageScreens.PalettePackages Dashboard.TitlePackages':
    'navigation loads titles without the texts of a feature',
  'ResidentScreens.ScreenResidents Import.PurposeResidents Registration.TabResidents': 'also a column or a title of the imports',
  'Session.AboutVersion LockerBank.LabelVersion': 'the sign-in page or the shell uses it',
  'Session.TitleAbout SessionScreens.ScreenAbout': 'the sign-in page or the shell uses it',
  'Session.TitleLogin Session.WordLogin': 'two uses in one feature',
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
