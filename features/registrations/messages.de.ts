import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'

export const de = {
  Registration: {
    MsgFirstNameCannotBeNull: 'Der Vorname darf nicht leer sein',
    MsgLastNameCannotBeNull: 'Der Nachname darf nicht leer sein',
    MsgEmailCannotBeNull: 'Die E-Mail-Adresse darf nicht leer sein',
    MsgBuildingCannotBeNull: 'Das Gebäude darf nicht leer sein',
    MsgUnitNumberCannotBeNull: 'Die Wohnungsnummer darf nicht leer sein',
    MsgPhoneNumberCannotBeNull: 'Die Mobilnummer darf nicht leer sein',
    MsgUserNameCannotBeNull: 'Der Benutzername darf nicht leer sein',
    MsgPinCannotBeNull: 'Die PIN darf nicht leer sein',
    MsgPinInvalid: 'Bitte geben Sie 6 Ziffern für die PIN ein!',
    MsgCourierCannotBeNull: 'Der Kurierdienst darf nicht leer sein',
    MsgPropertyAndBuildingMissing: 'Bitte wählen Sie Immobilie und Gebäude für den Zugang',
    MsgPropertyMissing: 'Bitte wählen Sie eine Immobilie für den Zugang',
    MsgPropertyAtLeastOne: 'Bitte wählen Sie mindestens eine Immobilie',
    MsgCommentsTooLong: 'Die Bemerkungen dürfen nicht mehr als 250 Zeichen haben!',
    MsgSelfRegisterLoadFailed: 'Das Formular zur Selbstregistrierung konnte nicht geladen werden',
    MsgRegistrationLoadFailed: 'Das Registrierungsformular konnte nicht geladen werden',
    MsgFormLoadFailed: 'Das Formular konnte nicht geladen werden. Bitte versuchen Sie es noch einmal!',
    MsgRegistrationDetailsFailed: 'Die Angaben zur Registrierung konnten nicht geladen werden',
    MsgCaptchaFailed: 'Beim Absenden des Formulars ist ein Fehler aufgetreten.',
    MsgRegistrationVerificationError:
      'Ihre Registrierung konnte nicht bestätigt werden. Vielleicht wurde der Link schon benutzt oder ist zu alt.',
    MsgRegistrationVerificationSuccessful: 'Ihre Registrierung ist bestätigt. Sie hören von uns, sobald sie geprüft worden ist.',
  },
} satisfies Translated<typeof say>
