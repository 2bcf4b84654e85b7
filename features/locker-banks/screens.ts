import { defineMessages } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'

export const lockerBankEntity = entity('LockerBank', { editWord: 'editView' })

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('LockerBankScreens', {
  ScreenLockerBanks: 'Locker banks',
  ScreenNewLockerBank: 'New locker bank',
  ScreenLockerBank: 'Locker bank',
  ScreenLockerBankSettings: 'Locker bank settings',
})
