import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'

export const es = {
  Registration: {
    MsgFirstNameCannotBeNull: 'El nombre no puede estar vacío',
    MsgLastNameCannotBeNull: 'El apellido no puede estar vacío',
    MsgEmailCannotBeNull: 'El correo electrónico no puede estar vacío',
    MsgBuildingCannotBeNull: 'El edificio no puede estar vacío',
    MsgUnitNumberCannotBeNull: 'El número de vivienda no puede estar vacío',
    MsgPhoneNumberCannotBeNull: 'El teléfono móvil no puede estar vacío',
    MsgUserNameCannotBeNull: 'El nombre de usuario no puede estar vacío',
    MsgPinCannotBeNull: 'El PIN no puede estar vacío',
    MsgPinInvalid: '¡Introduzca 6 cifras para el PIN!',
    MsgCourierCannotBeNull: 'La mensajería no puede estar vacía',
    MsgPropertyAndBuildingMissing: 'Seleccione la propiedad y el edificio para el acceso',
    MsgPropertyMissing: 'Seleccione la propiedad para el acceso',
    MsgPropertyAtLeastOne: 'Seleccione al menos una propiedad',
    MsgCommentsTooLong: '¡Los comentarios no pueden tener más de 250 caracteres!',
    MsgSelfRegisterLoadFailed: 'No se pudo cargar el formulario de autorregistro',
    MsgRegistrationLoadFailed: 'No se pudo cargar el formulario de registro',
    MsgFormLoadFailed: 'No se puede cargar el formulario. ¡Vuelva a intentarlo!',
    MsgRegistrationDetailsFailed: 'No se pueden cargar los datos del registro',
    MsgCaptchaFailed: 'Se produjo un error al enviar el formulario.',
    MsgRegistrationVerificationError: 'No se pudo verificar su registro. Puede que el enlace ya se haya usado o sea antiguo.',
    MsgRegistrationVerificationSuccessful: 'Su registro está verificado. Tendrá noticias nuestras en cuanto se revise.',
  },
} satisfies Translated<typeof say>
