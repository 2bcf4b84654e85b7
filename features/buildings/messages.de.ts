import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'

export const de = {
  Building: {
    MsgBuildingPropertyEmpty: 'Die Immobilie darf nicht leer sein',
    MsgBuildingNameEmpty: 'Der Name des Gebäudes darf nicht leer sein',
    MsgBuildingNameTooLong: 'Der Name des Gebäudes darf nicht mehr als 100 Zeichen haben!',
  },
} satisfies Translated<typeof say>
