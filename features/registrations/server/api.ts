import type { Db } from '#platform/server/postgres/db.ts'
import { REGISTRATION_STATUS, RETENTION_DAYS } from '../rules.ts'

export { altcha } from './captcha/altcha.ts'
export { takeCaptcha } from './captcha/captcha.ts'

/** Deletes an organisation's registrations that were rejected or never verified, after `RETENTION_DAYS`. */
export async function purgeRegistrations(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_DAYS * 86_400_000).toISOString()
  await db
    .deleteFrom('registrations')
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', REGISTRATION_STATUS.Rejected), eb('decided_at', '<', before)]),
        eb.and([
          eb('status', '=', REGISTRATION_STATUS.Pending),
          eb('email_verified_at', 'is', null),
          eb('token_expires_at', '<', before),
        ]),
      ]),
    )
    .execute()
}
