import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'

export const de = {
  Alert: {
    TitleAlerts: 'Warnungen',
    AlertOffline: 'Offline',
    AlertDoorOpen: 'Fach {locker} steht offen',
    AlertDeviceOpen: 'Die Tür von Gerät {device} steht offen',
    AlertNearlyFull: 'Größe {size} ist fast voll',
    AlertDropOffRefused: 'In Fach {locker} wurde ein Paket eingelegt und konnte nicht verbucht werden: {reason}',
    AlertDropOffRefusedNowhere: 'In einem Fach, das es nicht mehr gibt, wurde ein Paket eingelegt und nicht verbucht: {reason}',
    AlertEventRefused: 'Was an Fach {locker} geschah, konnte nicht verbucht werden: {reason}',
    AlertEventRefusedNowhere: 'Was am Terminal geschah, konnte nicht verbucht werden: {reason}',
    ReasonFailed: 'Der Server ist daran gescheitert.',
    AlertsNone: 'Nichts braucht Aufmerksamkeit.',
    AlertsEndedNone: 'In den letzten {days} Tagen gab es keine Warnung.',
    AlertsOne: '1 Warnung',
    AlertsMany: '{count} Warnungen',
    DoorsOpenOne: '1 Tür offen',
    DoorsOpen: '{count} Türen offen',
    SizesNearlyFullOne: '1 Fachgröße fast voll',
    SizesNearlyFull: '{count} Fachgrößen fast voll',
    DropOffsRefusedOne: '1 Einlieferung nicht verbucht',
    DropOffsRefused: '{count} Einlieferungen nicht verbucht',
    EventsRefusedOne: '1 Vorgang nicht verbucht',
    EventsRefused: '{count} Vorgänge nicht verbucht',
    AlertBack: 'wieder da',
    AlertDone: 'Erledigt',
    AlertDoneOf: 'Erledigt: {alert}, {bank}',
    ChoiceOpen: 'Jetzt',
    ChoiceEnded: 'Letzte {days} Tage',
    MsgAlertsFailed: 'Die Warnungen konnten nicht geladen werden',
    MsgAlertDone: 'Die Warnung ist beendet.',
    MsgAlertDoneFailed: 'Die Warnung konnte nicht beendet werden',
    MsgAlertEndsItself: 'Diese Warnung endet von selbst, sobald erledigt ist, wovon sie berichtet.',

    MailSubject: '{bank}: {alert}',
    MailSubjectMany: '{count} Warnungen an Ihren Schließfachanlagen',
    MailAlert: '{alert}, seit {time} ({timeZone})\n{bank}, {building}, {property}\n{link}',
    MailFooter:
      'Ihre Adresse steht in den Einstellungen der Schließfachanlage unter „E-Mail-Adressen für Warnungen“. Jede Warnung wird einmal gesendet, wenn sie beginnt.',
  },
} satisfies Translated<typeof say>
