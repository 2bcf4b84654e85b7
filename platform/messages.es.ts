import type { say } from './messages.ts'
import type { Translated } from './text.ts'

export const es = {
  Common: {
    MsgBadInput: 'No se pudo entender la solicitud.',
    MsgNoOrganisationId: 'X-Organisation-Id no es el id de una organización.',
    MsgSignInNeeded: 'Inicie sesión, por favor.',
    MsgSessionEnded: 'Su sesión ha terminado. Vuelva a iniciar sesión, por favor.',
    MsgNotAuthorised:
      'No tiene autorización para abrir la página solicitada. Póngase en contacto con su administrador si necesita acceso.',
    MsgNotFound: 'Esto no existe o ya no existe.',
    MsgAlreadyExists: 'Esto ya existe.',
    MsgReferenceMissing: 'Algo a lo que esto hace referencia no existe o ya no existe.',
    MsgTooLarge: 'Esto es más grande de lo que se acepta.',
    MsgTooManyRequests: 'Demasiados intentos. Vuelva a intentarlo en {seconds} segundos.',
    MsgTooDeep: 'Las páginas terminan en la fila {max}. Acote el filtro o siga desde la última fila con After.',
    MsgBusy: 'El servicio está ocupado. Vuelva a intentarlo en un momento.',
    MsgUnexpected: 'Algo ha fallado por nuestra parte. Ha quedado registrado.',
    MsgKeyUsedForAnother: 'Esta Idempotency-Key se usó para otra solicitud.',
    MsgKeyInProgress: 'La primera solicitud con esta Idempotency-Key todavía está en curso.',
    MsgKeyBrokeOff:
      'La primera solicitud con esta Idempotency-Key se interrumpió y puede que se haya ejecutado. Compruébelo y envíela con una clave nueva si no fue así.',
    MsgFormInvalid: 'El formulario no es válido',
    MsgFormUnchanged: 'El formulario no contiene cambios',
    MsgRetrieveFailed: 'No se pudieron obtener los datos.',
    MsgNoSuchFile: 'No hay ningún archivo de idioma {file}. Hay {files}.',
    MsgNoSuchLanguage: 'No hay textos en {language}. Hay {languages}.',
    MsgNotAnId: 'No es un id válido.',
    MsgTextTooLong: '¡No puede tener más de {max} caracteres!',
    MsgTextCharacters: 'Contiene caracteres que no están permitidos.',
    MsgNothingSelected: 'No hay nada seleccionado.',
    MsgTooManySelected: 'No más de {max} a la vez.',
    MsgSettingInvalid: '{Name} tiene un valor no válido',
    MsgSettingsMissing: 'Introduzca todos los ajustes',
    MsgSettingsCompulsory: 'Todos los ajustes son obligatorios.',
    MsgSettingsError: 'Hay un error en el formulario.',

    TitleBadInput: 'Entrada no válida',
    TitleNotSignedIn: 'Sesión no iniciada',
    TitleNotAuthorised: 'Sin autorización',
    TitleNotFound: 'No encontrado',
    TitleConflict: 'Conflicto',
    TitleTooLarge: 'Demasiado grande',
    TitleNotPossible: 'No es posible',
    TitleTooManyAttempts: 'Demasiados intentos',
    TitleBusy: 'Ocupado',
    TitleNoAnswer: 'Sin respuesta',
    TitleError: 'Fallo',

    WordJustNow: 'Ahora mismo',
  },
} satisfies Translated<typeof say>
