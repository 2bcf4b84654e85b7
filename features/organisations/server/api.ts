/** Public functions of organisations for other features. */
export { smsAccount } from './sms.ts'
