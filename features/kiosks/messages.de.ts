import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'

export const de = {
  Kiosk: {
    MsgLockerBankOffline: 'Die Schließfachanlage ist OFFLINE.',
    MsgLockerBankNotAuthorised: 'Die Schließfachanlage ist nicht autorisiert.',
    MsgCannotConnectToLockerBank: 'Keine Verbindung zur Schließfachanlage. Sie hat nicht rechtzeitig geantwortet.',
    MsgCommandRefused: 'Die Schließfachanlage konnte dies nicht tun: {reason}',
    MsgLockerNotMapped: 'Das Fach ist gesperrt / nicht zugeordnet.',
    MsgPinWrong: 'Der Benutzername oder die PIN ist nicht richtig.',
    MsgLoginLocked: 'Diese Anmeldung ist gesperrt. Bitte wenden Sie sich an das Personal des Hauses.',
    MsgQuietHours: 'Zusteller können sich zwischen {from}:00 und {to}:00 Uhr nicht anmelden. Bitte kommen Sie später wieder.',
    MsgTerminalSessionEnded: 'Bitte melden Sie sich wieder an.',
    MsgNotForThisRole: 'Das ist nicht für Ihre Rolle.',
    MsgAccessCodeWrong: 'Der Code ist nicht richtig.',
    MsgUnitNumberNeeded: 'Bitte geben Sie auch Ihre Wohnungsnummer ein.',
    MsgNoFreeLocker: 'Kein Fach dieser Größe ist frei.',
    MsgRecipientNeeded: 'Bitte geben Sie eine Wohnungsnummer oder einen Namen ein.',
    MsgReservationGivenBack: 'Das Fach ist wieder frei.',
    MsgUserNameTaken: 'Ein anderer Zusteller oder jemand vom Personal hat diesen Benutzernamen.',
    MsgTerminalSignedOut: 'Sie sind abgemeldet.',
  },
} satisfies Translated<typeof say>
