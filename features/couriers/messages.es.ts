import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'

export const es = {
  Courier: {
    MsgCourierNameEmpty: 'El nombre de la mensajería no puede estar vacío',
    MsgCourierNameTooLong: '¡El nombre de la mensajería no puede tener más de {max} caracteres!',
    MsgCourierNameTaken: 'Otra mensajería ya tiene este nombre.',
    MsgCourierDescriptionTooLong: '¡La descripción no puede tener más de {max} caracteres!',
    MsgSortOrderNotNumber: 'El orden debe ser un número entero a partir de 0.',
    MsgCourierHasAgents: 'La mensajería todavía tiene repartidores.',
    MsgCourierHasPackages: 'La mensajería todavía tiene paquetes en el edificio.',
    MsgDryCleaningFixed: 'Una mensajería con repartidores sigue siendo lo que es: de tintorería o no.',
    MsgCourierSaved: 'La mensajería se ha guardado.',
    MsgCourierSaveFailed: 'La mensajería no se guardó',
    MsgCouriersDeleted: '{count} eliminadas.',

    TitleCouriers: 'Mensajerías',
    TitleNewCourier: 'Nueva mensajería',
    LabelCourier: 'Mensajería',
    LabelDescription: 'Descripción',
    LabelSortOrder: 'Orden',
    LabelIsDryCleaning: 'De tintorería',
    LinkEdit: 'Editar',
    WordYes: 'Sí',
    WordNo: 'No',
    WordNotOffered: 'No se ofrece para elegir',
    AddCourier: 'Añadir mensajería',
    DeleteCouriers: 'Eliminar mensajerías',
    SectionDetails: 'Datos',
    SectionChoice: 'Dónde se elige',
    HelpSortOrder: 'En qué lugar aparece la mensajería al elegir una; con 0 no aparece.',
    HelpIsDryCleaning: 'Sus repartidores recogen de los casilleros de tintorería y no entregan nada.',
    NoCouriers: 'Todavía no hay ninguna mensajería. Añada la primera y después sus repartidores.',
  },
} satisfies Translated<typeof say>
