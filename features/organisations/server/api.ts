/** Public functions of organisations for other features. */
export { mailFrame, mailSender } from './mail-frame.ts'
export { refuseUnsent, savedSmsAccount, smsAccount } from './sms.ts'
