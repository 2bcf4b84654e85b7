import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'

export const es = {
  Kiosk: {
    MsgLockerBankOffline: 'El módulo de casilleros está OFFLINE.',
    MsgLockerBankNotAuthorised: 'El módulo de casilleros no está autorizado.',
    MsgCannotConnectToLockerBank: 'No se puede conectar con el módulo de casilleros. No respondió a tiempo.',
    MsgCommandRefused: 'El módulo de casilleros no pudo hacerlo: {reason}',
    MsgLockerNotMapped: 'El casillero está desactivado / sin asignar.',
    MsgPinWrong: 'El nombre de usuario o el PIN no es correcto.',
    MsgLoginLocked: 'Este acceso está bloqueado. Pregunte al personal del edificio.',
    MsgQuietHours: 'Los repartidores no pueden iniciar sesión entre las {from}:00 y las {to}:00. Vuelva más tarde.',
    MsgTerminalSessionEnded: 'Vuelva a iniciar sesión.',
    MsgNotForThisRole: 'Esto no es para su rol.',
    MsgAccessCodeWrong: 'El código no es correcto.',
    MsgUnitNumberNeeded: 'Introduzca también su número de vivienda.',
    MsgNoFreeLocker: 'No hay ningún casillero libre de este tamaño.',
    MsgRecipientNeeded: 'Introduzca un número de vivienda o un nombre.',
    MsgReservationGivenBack: 'El casillero vuelve a estar libre.',
    MsgUserNameTaken: 'Otro repartidor o alguien del personal tiene este nombre de usuario.',
    MsgTerminalSignedOut: 'Ha cerrado sesión.',
  },
} satisfies Translated<typeof say>
