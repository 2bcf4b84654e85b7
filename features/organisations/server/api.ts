/** Public functions of organisations for other features. */
export { refuseUnsent, smsAccount } from './sms.ts'
