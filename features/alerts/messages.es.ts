import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'

export const es = {
  Alert: {
    TitleAlerts: 'Alertas',
    AlertOffline: 'Sin conexión',
    AlertDoorOpen: 'El casillero {locker} está abierto',
    AlertDeviceOpen: 'La puerta del dispositivo {device} está abierta',
    AlertNearlyFull: 'El tamaño {size} está casi lleno',
    AlertDropOffRefused: 'Se dejó un paquete en el casillero {locker} y no se pudo registrar: {reason}',
    AlertDropOffRefusedNowhere: 'Se dejó un paquete en un casillero que ya no existe y no se pudo registrar: {reason}',
    AlertEventRefused: 'No se pudo registrar lo que se hizo en el casillero {locker}: {reason}',
    AlertEventRefusedNowhere: 'No se pudo registrar lo que se hizo en el quiosco: {reason}',
    ReasonFailed: 'El servidor no pudo procesarlo.',
    AlertsNone: 'Nada requiere atención.',
    AlertsEndedNone: 'No hubo alertas en los últimos {days} días.',
    AlertsOne: '1 alerta',
    AlertsMany: '{count} alertas',
    DoorsOpenOne: '1 puerta abierta',
    DoorsOpen: '{count} puertas abiertas',
    SizesNearlyFullOne: '1 tamaño de casillero casi lleno',
    SizesNearlyFull: '{count} tamaños de casillero casi llenos',
    DropOffsRefusedOne: '1 entrega sin registrar',
    DropOffsRefused: '{count} entregas sin registrar',
    EventsRefusedOne: '1 evento sin registrar',
    EventsRefused: '{count} eventos sin registrar',
    AlertBack: 'de vuelta',
    AlertDone: 'Resuelta',
    AlertDoneOf: 'Resuelta: {alert}, {bank}',
    ChoiceOpen: 'Ahora',
    ChoiceEnded: 'Últimos {days} días',
    MsgAlertsFailed: 'No se pudieron obtener las alertas',
    MsgAlertDone: 'La alerta ha terminado.',
    MsgAlertDoneFailed: 'No se pudo terminar la alerta',
    MsgAlertEndsItself: 'Esta alerta termina por sí sola cuando se resuelve lo que indica.',

    MailSubject: '{bank}: {alert}',
    MailSubjectMany: '{count} alertas en sus módulos de casilleros',
    MailAlert: '{alert}, desde {time} ({timeZone})\n{bank}, {building}, {property}\n{link}',
    MailFooter:
      'Su dirección figura en los ajustes del módulo de casilleros, en «Correos para alertas». Cada alerta se envía una vez, cuando empieza.',
  },
} satisfies Translated<typeof say>
