import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'
import type { say as sayOfSettings } from './setting-messages.ts'

export const de = {
  LockerBank: {
    MsgLockerBankPropertyEmpty: 'Die Immobilie darf nicht leer sein',
    MsgLockerBankCodeEmpty: 'Der Code der Schließfachanlage darf nicht leer sein',
    MsgLockerBankCodeTooLong: 'Der Code der Schließfachanlage darf nicht mehr als {max} Zeichen haben!',
    MsgLockerBankCodeCharacters:
      'Der Code der Schließfachanlage darf nur Buchstaben, Ziffern, Binde- und Unterstriche enthalten.',
    MsgLockerBankCodeFixed: 'Der Code einer Schließfachanlage kann nicht geändert werden.',
    MsgLockerBankCodeTaken: 'Eine andere Schließfachanlage hat diesen Code.',
    MsgLockerBankNameEmpty: 'Der Name darf nicht leer sein',
    MsgLockerBankNameTooLong: 'Der Name darf nicht mehr als {max} Zeichen haben!',
    MsgLockerBankDescriptionTooLong: 'Die Beschreibung darf nicht mehr als {max} Zeichen haben!',
    MsgLockerBankAddressEmpty: 'Die Adresse darf nicht leer sein',
    MsgLockerBankAddressTooLong: 'Die Adresse darf nicht mehr als {max} Zeichen haben!',
    MsgBeaconNotNumber: 'Keine gültige Zahl.',
    MsgBeaconIncomplete: 'Bitte geben Sie iBeacon Major und Minor beide an, oder lassen Sie beide leer.',
    MsgRelayEndPointNotAddress: 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.',
    MsgLockerBankNoSuchBuilding: 'Dieses Gebäude gibt es in dieser Immobilie nicht.',
    MsgLockerBankNoSuchMailroom: 'Diese Poststelle gibt es in diesem Gebäude nicht.',
    MsgLockerBankStaysInProperty: 'Eine eingerichtete Schließfachanlage bleibt in ihrer Immobilie.',
    MsgLockerBankExists: 'Diese Schließfachanlage gibt es schon.',
    MsgLockerBankSaved: 'Die Schließfachanlage wurde gespeichert.',
    MsgLockerBankRetrieveFailed: 'Die Schließfachanlage konnte nicht geladen werden',

    MsgCreateLockerBankBeforeAuthorising: 'Legen Sie die Schließfachanlage an, bevor Sie sie autorisieren.',
    MsgLockerBankAlreadyAuthorised: 'Die Schließfachanlage ist schon autorisiert.',
    MsgLockerBankUnauthorised: 'Die Schließfachanlage ist nicht autorisiert.',
    MsgLockerBankAuthorised: 'Die Schließfachanlage wurde autorisiert.',
    MsgLockerBankDeauthorised: 'Die Autorisierung der Schließfachanlage wurde gelöscht.',
    MsgLockerBankDeauthoriseWarning:
      'Die Schließfachanlage arbeitet nicht mehr und spricht nicht mehr mit dem Server, bis sie von Hand mit einem neuen Autorisierungscode eingerichtet wird.',
    MsgLockerBankNothingToPublish: 'Seit der letzten Veröffentlichung hat sich nichts geändert.',
    MsgLockerBankPublished: 'Die Schließfachanlage wurde veröffentlicht.',
    MsgLockerBankPublishedOffline:
      'Veröffentlicht. Die Schließfachanlage ist OFFLINE und übernimmt die Konfiguration, wenn sie wieder da ist.',
    MsgPublishFailed: 'Veröffentlichen fehlgeschlagen',

    MsgSettingsSaved: 'Die Einstellungen wurden gespeichert.',
    MsgKioskSettingsSaved:
      'Die Einstellungen wurden gespeichert. Der Kiosk verwendet sie, sobald die Schließfachanlage veröffentlicht ist.',
    MsgSettingsSaveFailed: 'Die Einstellungen wurden nicht gespeichert',

    MsgLockerBankHoldsPackages: 'In der Schließfachanlage liegen noch Pakete.',
    MsgLockerBanksDeleted: '{count} gelöscht.',

    MsgLockerBankSaveFailed: 'Die Schließfachanlage wurde nicht gespeichert',
    MsgAuthoriseFailed: 'Die Schließfachanlage wurde nicht autorisiert',
    MsgDeauthoriseFailed: 'Die Autorisierung wurde nicht gelöscht',
    MsgExportKeyFailed: 'Der API-Schlüssel wurde nicht gespeichert',

    TitleLockerBanks: 'Schließfachanlagen',
    LabelLockerBank: 'Schließfachanlage',
    LabelNameOrCode: 'Name oder Code',
    LabelBuilding: 'Gebäude',
    LabelProperty: 'Immobilie',
    LabelStatus: 'Zustand',
    LabelAppVersion: 'App-Version',
    LinkEdit: 'Bearbeiten',
    LinkSettings: 'Einstellungen',
    LinkLayout: 'Aufbau',
    LinkMapDevices: 'Geräte zuordnen',
    AddLockerBank: 'Schließfachanlage anlegen',
    DeleteLockerBanks: 'Schließfachanlagen löschen',
    TitleNewLockerBank: 'Neue Schließfachanlage',
    SectionPlace: 'Ort',
    SectionDetails: 'Angaben',
    SectionKiosk: 'Kiosk',
    SectionAuthorisation: 'Autorisierung',
    LabelMailroom: 'Poststelle',
    LabelCode: 'Code der Schließfachanlage',
    LabelName: 'Name',
    LabelDescription: 'Beschreibung',
    LabelAddress: 'Adresse',
    LabelActive: 'Aktiv',
    LabelRelayEndPoint: 'Relay-Endpunkt',
    LabelBeaconMajor: 'iBeacon Major',
    LabelBeaconMinor: 'iBeacon Minor',
    LabelLastHeartBeat: 'Letztes Lebenszeichen',
    LabelCreated: 'Angelegt',
    LabelKeyId: 'ID des API-Schlüssels',
    HelpMailroom: 'Wohin Pakete kommen, die diese Schließfachanlage verlassen und nicht ausgehändigt werden.',
    HelpCode: 'Benennt die Schließfachanlage an ihrem Kiosk. Er kann später nicht geändert werden.',
    HelpActive: 'Der Kiosk einer inaktiven Schließfachanlage kann sich nicht verbinden.',
    HelpRelayEndPoint: 'Die Adresse, mit der sich der Kiosk verbindet. Lassen Sie sie für diesen Server leer.',
    ButtonAuthorise: 'Autorisierung anlegen',
    ButtonDeauthorise: 'Autorisierung löschen',
    ButtonExportKey: 'API-Schlüssel speichern',
    SectionPublish: 'Veröffentlichen',
    ButtonPublish: 'Veröffentlichen',
    HelpPublish:
      'Sendet Aufbau, Einstellungen und Design an den Kiosk. Bis dahin arbeitet er mit dem, was zuletzt veröffentlicht wurde.',
    LabelConfiguration: 'Konfiguration',
    LabelVersion: 'Version {version}',
    LabelNotPublished: 'Noch nicht veröffentlicht',
    LabelOldConfiguration: 'Läuft mit einer alten Konfiguration ({runs} von {published})',
    TitleSettings: 'Einstellungen von {name}',
    WordAuthorised: 'Autorisiert',
    WordUnauthorised: 'Nicht autorisiert',
    WordConfirm: 'Bestätigen',
    NoLockerBanks: 'Es gibt noch keine Schließfachanlage. Legen Sie die erste an, und zeichnen Sie dann ihren Aufbau.',
  },
  LockerBankSettings: {
    GroupDoors: 'Türen',
    GroupTerminal: 'Terminal',
    GroupAlerts: 'Warnungen',

    LabelOpenTimeoutSeconds: 'Wartezeit beim Öffnen in Sekunden',
    HelpOpenTimeoutSeconds: 'Wie lange der Kiosk bei jedem Versuch darauf wartet, dass eine Tür aufgeht.',

    LabelOpenRetries: 'Weitere Versuche beim Öffnen',
    HelpOpenRetries: 'Wie oft der Kiosk noch einmal versucht, eine Tür zu öffnen, die nicht aufging.',

    LabelCloseTimeoutSeconds: 'Wartezeit beim Schließen in Sekunden',
    HelpCloseTimeoutSeconds:
      'Wie lange man brauchen darf, um eine Tür zu schließen. Bleibt sie länger offen, muss das Einlegen bestätigt werden.',

    LabelDoorOpenAlarmSeconds: 'Warnung bei offener Tür nach Sekunden',
    HelpDoorOpenAlarmSeconds: 'Eine Tür, die länger offen steht, wird gemeldet.',

    LabelHeartbeatSeconds: 'Lebenszeichen alle … Sekunden',
    HelpHeartbeatSeconds:
      'Wie oft der Kiosk sagt, dass er arbeitet. Bleiben drei Lebenszeichen aus, ist die Schließfachanlage OFFLINE.',

    LabelTerminalSessionSeconds: 'Sitzung am Terminal in Sekunden',
    HelpTerminalSessionSeconds: 'Wie lange Zusteller und Personal am Terminal angemeldet bleiben.',

    LabelQuietHoursFrom: 'Ruhezeit von',
    HelpQuietHoursFrom:
      'Ab dieser Stunde des Tages können sich Zusteller nicht anmelden. Bewohner holen weiter ab, das Personal arbeitet weiter.',

    LabelQuietHoursTo: 'Ruhezeit bis',
    HelpQuietHoursTo: 'Bis zu dieser Stunde des Tages. Zweimal dieselbe Stunde bedeutet keine Ruhezeit.',

    LabelReserveAccessibleLockers: 'Barrierefreie Fächer freihalten',
    HelpReserveAccessibleLockers:
      'Barrierefreie Fächer bleiben Bewohnern mit besonderem Bedarf vorbehalten. Ist dies ausgeschaltet, bekommen andere eines, wenn kein anderes Fach mehr frei ist.',

    LabelOfflineAlertMinutes: 'Warnung bei OFFLINE nach Minuten',
    HelpOfflineAlertMinutes: 'Eine Schließfachanlage, die länger OFFLINE ist, wird gemeldet.',

    LabelNearlyFullPercent: 'Fast voll ab Prozent',
    HelpNearlyFullPercent: 'Eine Schließfachanlage ist fast voll, wenn dieser Anteil ihrer Fächer belegt ist.',

    LabelAlertEmails: 'E-Mail-Adressen für Warnungen',
    HelpAlertEmails: 'Wer eine E-Mail bekommt: Adressen, durch Komma oder Semikolon getrennt.',
  },
} satisfies Translated<typeof say> & Translated<typeof sayOfSettings>
