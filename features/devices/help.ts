import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('DeviceHelp', {
  HelpDevices:
    'Say which lock opens which locker. Click a device to open its door, then click the open door in the drawing. Guided mapping goes from device to device.',
})

export const help: FeatureHelp = {
  '/lockerbank/{lockerBankId}/maplockertodevice': { text: t('HelpDevices'), guide: 'connect-lock-boards' },
}
