import { defineMessages } from '#platform/define-messages.ts'
import { t as common, type FeatureHelp } from '#platform/help.ts'

/** Texts of the help and of the first steps; loaded when they are opened. */
export const t = defineMessages('LockerBankHelp', {
  HelpLockerBanks:
    'Cabinets with their kiosk. Draw the layout, connect each locker with its device, publish, and export the key for the kiosk. The order of the tabs is the order of the work.',
  HelpLockerBank:
    'One locker bank with its state and the steps that are still open. The tabs lead to layout, devices, settings and the access of the terminal.',
  HelpBankSettings:
    'How this bank behaves: openings, alerts, lights. Each setting shows its limits and its default. The kiosk uses changes from the next publish.',
  StepLockerBank: 'Set up a locker bank',
})

export const help: FeatureHelp = {
  '/lockerbank/list': { text: t('HelpLockerBanks'), guide: 'set-up-a-locker-bank' },
  '/lockerbank/create': { text: common('HelpCreate'), guide: 'set-up-a-locker-bank' },
  '/lockerbank/{lockerBankId}/editView': { text: t('HelpLockerBank'), guide: 'set-up-a-locker-bank' },
  '/lockerbank/{lockerBankId}/setting': { text: t('HelpBankSettings'), guide: 'set-up-a-locker-bank' },
}
