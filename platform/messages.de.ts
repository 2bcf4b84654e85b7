import type { say } from './messages.ts'
import type { Translated } from './text.ts'

export const de = {
  Common: {
    MsgBadInput: 'Die Anfrage wurde nicht verstanden.',
    MsgNoOrganisationId: 'X-Organisation-Id ist nicht die ID einer Organisation.',
    MsgSignInNeeded: 'Bitte melden Sie sich an.',
    MsgSessionEnded: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich wieder an.',
    MsgNotAuthorised:
      'Sie sind nicht berechtigt, diese Seite zu öffnen. Bitte wenden Sie sich an Ihre Administration, wenn Sie Zugang brauchen.',
    MsgNotFound: 'Das gibt es nicht oder nicht mehr.',
    MsgAlreadyExists: 'Das gibt es schon.',
    MsgReferenceMissing: 'Etwas, worauf sich dies bezieht, gibt es nicht oder nicht mehr.',
    MsgTooLarge: 'Das ist größer, als angenommen wird.',
    MsgTooManyRequests: 'Zu viele Versuche. Bitte versuchen Sie es in {seconds} Sekunden wieder.',
    MsgTooDeep:
      'Seiten enden bei Zeile {max}. Grenzen Sie den Filter ein, oder gehen Sie mit After von der letzten Zeile weiter.',
    MsgBusy: 'Der Dienst ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
    MsgUnexpected: 'Bei uns ist etwas schiefgegangen. Es wurde aufgezeichnet.',
    MsgKeyUsedForAnother: 'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet.',
    MsgKeyInProgress: 'Die erste Anfrage mit diesem Idempotency-Key läuft noch.',
    MsgKeyBrokeOff:
      'Die erste Anfrage mit diesem Idempotency-Key brach ab und wurde vielleicht ausgeführt. Bitte sehen Sie nach, und senden Sie sie mit einem neuen Schlüssel, wenn nicht.',
    MsgFormInvalid: 'Das Formular ist nicht gültig',
    MsgFormUnchanged: 'Das Formular enthält keine Änderung',
    MsgRetrieveFailed: 'Die Daten konnten nicht geladen werden.',
    MsgNoSuchFile: 'Es gibt keine Sprachdatei {file}. Es gibt {files}.',
    MsgNoSuchLanguage: 'Es gibt keine Texte in {language}. Es gibt {languages}.',
    MsgNotAnId: 'Keine gültige ID.',
    MsgTextTooLong: 'Nicht mehr als {max} Zeichen!',
    MsgTextCharacters: 'Enthält Zeichen, die nicht erlaubt sind.',
    MsgNothingSelected: 'Es ist nichts ausgewählt.',
    MsgTooManySelected: 'Nicht mehr als {max} auf einmal.',
    MsgEmailInvalid: 'Geben Sie eine gültige E-Mail-Adresse ein!',
    MsgEmailTooLong: 'Die E-Mail-Adresse darf nicht mehr als {max} Zeichen haben!',
    MsgPhoneInvalid: 'Die angegebene Nummer ist ungültig!',
    MsgMobileTooShort: 'Die Mobilnummer muss mindestens {min} Zeichen haben!',
    MsgMobileTooLong: 'Die Mobilnummer darf nicht mehr als {max} Zeichen haben!',
    MsgSettingInvalid: '{Name} hat einen ungültigen Wert',
    MsgSettingsMissing: 'Bitte geben Sie alle Einstellungen an',
    MsgSettingsCompulsory: 'Alle Einstellungen sind Pflichtangaben.',
    MsgSettingsError: 'Das Formular enthält einen Fehler.',

    TitleBadInput: 'Ungültige Eingabe',
    TitleNotSignedIn: 'Nicht angemeldet',
    TitleNotAuthorised: 'Nicht berechtigt',
    TitleNotFound: 'Nicht gefunden',
    TitleConflict: 'Konflikt',
    TitleTooLarge: 'Zu groß',
    TitleNotPossible: 'Nicht möglich',
    TitleTooManyAttempts: 'Zu viele Versuche',
    TitleBusy: 'Ausgelastet',
    TitleNoAnswer: 'Keine Antwort',
    TitleError: 'Fehler',

    WordJustNow: 'Gerade eben',
  },
} satisfies Translated<typeof say>
