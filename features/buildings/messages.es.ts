import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'

export const es = {
  Building: {
    MsgBuildingPropertyEmpty: 'La propiedad no puede estar vacía',
    MsgBuildingNameEmpty: 'El nombre del edificio no puede estar vacío',
    MsgBuildingNameTooLong: '¡El nombre del edificio no puede tener más de 100 caracteres!',
  },
} satisfies Translated<typeof say>
