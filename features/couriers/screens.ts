import { defineMessages } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'

export const courierEntity = entity('Courier')

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('CourierScreens', {
  ScreenCouriers: 'Couriers',
  ScreenNewCourier: 'New courier',
  ScreenCourier: 'Courier',
})
