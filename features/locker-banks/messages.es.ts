import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'
import type { say as sayOfSettings } from './setting-messages.ts'

export const es = {
  LockerBank: {
    MsgLockerBankPropertyEmpty: 'La propiedad no puede estar vacía',
    MsgLockerBankCodeEmpty: 'El código del módulo de casilleros no puede estar vacío',
    MsgLockerBankCodeTooLong: '¡El código del módulo de casilleros no puede tener más de {max} caracteres!',
    MsgLockerBankCodeCharacters:
      'El código del módulo de casilleros solo puede contener letras, cifras, guiones y guiones bajos.',
    MsgLockerBankCodeFixed: 'El código de un módulo de casilleros no se puede cambiar.',
    MsgLockerBankCodeTaken: 'Otro módulo de casilleros tiene este código.',
    MsgLockerBankNameEmpty: 'El nombre no puede estar vacío',
    MsgLockerBankNameTooLong: '¡El nombre no puede tener más de {max} caracteres!',
    MsgLockerBankDescriptionTooLong: '¡La descripción no puede tener más de {max} caracteres!',
    MsgLockerBankAddressEmpty: 'La dirección no puede estar vacía',
    MsgLockerBankAddressTooLong: '¡La dirección no puede tener más de {max} caracteres!',
    MsgBeaconNotNumber: 'No es un número válido.',
    MsgBeaconIncomplete: 'Introduzca los dos valores de iBeacon, major y minor, o deje ambos en blanco.',
    MsgRelayEndPointNotAddress: 'Introduzca una dirección que empiece por https:// o http://.',
    MsgLockerBankNoSuchBuilding: 'No existe ese edificio en esta propiedad.',
    MsgLockerBankNoSuchMailroom: 'No existe esa sala de correo en este edificio.',
    MsgLockerBankStaysInProperty: 'Un módulo de casilleros ya instalado se queda en su propiedad.',
    MsgLockerBankExists: 'Este módulo de casilleros ya existe.',
    MsgLockerBankSaved: 'El módulo de casilleros se ha guardado.',
    MsgLockerBankRetrieveFailed: 'no se pudo obtener el módulo de casilleros',

    MsgCreateLockerBankBeforeAuthorising: 'Cree el módulo de casilleros antes de autorizarlo.',
    MsgLockerBankAlreadyAuthorised: 'El módulo de casilleros ya está autorizado.',
    MsgLockerBankUnauthorised: 'El módulo de casilleros no está autorizado.',
    MsgLockerBankAuthorised: 'El módulo de casilleros se ha autorizado.',
    MsgLockerBankDeauthorised: 'La autorización del módulo de casilleros se ha eliminado.',
    MsgLockerBankDeauthoriseWarning:
      'El módulo de casilleros no funcionará ni se comunicará con el servidor hasta que se vuelva a configurar a mano con un código de autorización nuevo.',
    MsgLockerBankNothingToPublish: 'Nada ha cambiado desde la última publicación.',
    MsgLockerBankPublished: 'El módulo de casilleros se ha publicado.',
    MsgLockerBankPublishedOffline: 'Publicado. El módulo de casilleros está OFFLINE y tomará la configuración cuando vuelva.',
    MsgPublishFailed: 'No se pudo publicar',

    MsgSettingsSaved: 'Los ajustes se han guardado.',
    MsgKioskSettingsSaved: 'Los ajustes se han guardado. El quiosco los usa en cuanto se publique el módulo de casilleros.',
    MsgSettingsSaveFailed: 'Los ajustes no se guardaron',

    MsgLockerBankHoldsPackages: 'El módulo de casilleros todavía contiene paquetes.',
    MsgLockerBanksDeleted: '{count} eliminados.',

    MsgLockerBankSaveFailed: 'El módulo de casilleros no se guardó',
    MsgAuthoriseFailed: 'El módulo de casilleros no se autorizó',
    MsgDeauthoriseFailed: 'La autorización no se eliminó',
    MsgExportKeyFailed: 'La clave de API no se exportó',

    TitleLockerBanks: 'Módulos de casilleros',
    LabelLockerBank: 'Módulo de casilleros',
    LabelNameOrCode: 'Nombre o código',
    LabelBuilding: 'Edificio',
    LabelProperty: 'Propiedad',
    LabelStatus: 'Estado',
    LabelAppVersion: 'Versión de la app',
    LinkEdit: 'Editar',
    LinkSettings: 'Ajustes',
    LinkLayout: 'Distribución',
    LinkMapDevices: 'Asignar dispositivos',
    AddLockerBank: 'Añadir módulo de casilleros',
    DeleteLockerBanks: 'Eliminar módulos de casilleros',
    TitleNewLockerBank: 'Nuevo módulo de casilleros',
    SectionPlace: 'Lugar',
    SectionDetails: 'Datos',
    SectionKiosk: 'Quiosco',
    SectionAuthorisation: 'Autorización',
    LabelMailroom: 'Sala de correo',
    LabelCode: 'Código del módulo de casilleros',
    LabelName: 'Nombre',
    LabelDescription: 'Descripción',
    LabelAddress: 'Dirección',
    LabelActive: 'Activo',
    LabelRelayEndPoint: 'Punto de conexión',
    LabelBeaconMajor: 'iBeacon major',
    LabelBeaconMinor: 'iBeacon minor',
    LabelLastHeartBeat: 'Última señal de vida',
    LabelCreated: 'Creado',
    LabelKeyId: 'Id de la clave de API',
    HelpMailroom: 'Adónde van los paquetes que salen de este módulo de casilleros y no se entregan en mano.',
    HelpCode: 'Identifica el módulo de casilleros en su quiosco. No se puede cambiar después.',
    HelpActive: 'El quiosco de un módulo de casilleros inactivo no se puede conectar.',
    HelpRelayEndPoint: 'La dirección a la que se conecta el quiosco. Déjela vacía para usar este servidor.',
    ButtonAuthorise: 'Crear autorización',
    ButtonDeauthorise: 'Eliminar autorización',
    ButtonExportKey: 'Exportar clave de API',
    SectionPublish: 'Publicar',
    ButtonPublish: 'Publicar',
    HelpPublish: 'Envía la distribución, los ajustes y el tema al quiosco. Hasta entonces trabaja con lo último que se publicó.',
    LabelConfiguration: 'Configuración',
    LabelVersion: 'Versión {version}',
    LabelNotPublished: 'Todavía sin publicar',
    LabelOldConfiguration: 'Funciona con una configuración antigua ({runs} de {published})',
    TitleSettings: 'Ajustes de {name}',
    WordAuthorised: 'Autorizado',
    WordUnauthorised: 'Sin autorizar',
    WordConfirm: 'Confirmar',
    NoLockerBanks: 'Todavía no hay ningún módulo de casilleros. Añada el primero y dibuje después su distribución.',
  },
  LockerBankSettings: {
    GroupDoors: 'Puertas',
    GroupTerminal: 'Terminal del módulo',
    GroupAlerts: 'Alertas',

    LabelOpenTimeoutSeconds: 'Espera al abrir, en segundos',
    HelpOpenTimeoutSeconds: 'Cuánto tiempo espera el quiosco en cada intento a que se abra una puerta.',

    LabelOpenRetries: 'Reintentos al abrir',
    HelpOpenRetries: 'Cuántas veces vuelve a intentar el quiosco abrir una puerta que no se abrió.',

    LabelCloseTimeoutSeconds: 'Espera al cerrar, en segundos',
    HelpCloseTimeoutSeconds:
      'Cuánto se puede tardar en cerrar una puerta. Si queda abierta más tiempo, hay que confirmar el depósito.',

    LabelDoorOpenAlarmSeconds: 'Aviso de puerta abierta, en segundos',
    HelpDoorOpenAlarmSeconds: 'Se avisa de una puerta que queda abierta más tiempo que este.',

    LabelHeartbeatSeconds: 'Señal de vida, en segundos',
    HelpHeartbeatSeconds:
      'Cada cuánto dice el quiosco que funciona. Si faltan tres señales, el módulo de casilleros está OFFLINE.',

    LabelTerminalSessionSeconds: 'Sesión en el terminal, en segundos',
    HelpTerminalSessionSeconds: 'Cuánto tiempo siguen con la sesión iniciada los repartidores y el personal en el terminal.',

    LabelQuietHoursFrom: 'Horas de silencio desde',
    HelpQuietHoursFrom:
      'A partir de esta hora del día los repartidores no pueden iniciar sesión. Los residentes siguen recogiendo y el personal sigue trabajando.',

    LabelQuietHoursTo: 'Horas de silencio hasta',
    HelpQuietHoursTo: 'Hasta esta hora del día. La misma hora dos veces significa que no hay horas de silencio.',

    LabelReserveAccessibleLockers: 'Reservar casilleros accesibles',
    HelpReserveAccessibleLockers:
      'Los casilleros accesibles se guardan para residentes con necesidades especiales. Si se desactiva, otros reciben uno cuando no queda ningún otro casillero.',

    LabelOfflineAlertMinutes: 'Alerta de OFFLINE, en minutos',
    HelpOfflineAlertMinutes: 'Se avisa de un módulo de casilleros que está OFFLINE más tiempo que este.',

    LabelNearlyFullPercent: 'Casi lleno a partir del porcentaje',
    HelpNearlyFullPercent: 'Un módulo de casilleros está casi lleno cuando esta parte de sus casilleros está ocupada.',

    LabelAlertEmails: 'Correos para alertas',
    HelpAlertEmails: 'A quién se avisa por correo electrónico: direcciones separadas por comas o puntos y comas.',
  },
} satisfies Translated<typeof say> & Translated<typeof sayOfSettings>
