import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import { openings } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotLimits } from '../rules.ts'
import { readBrake, setBrake } from './controls.ts'
import { readLimits, saveLimits } from './limits.ts'

export type OpeningsDeps = { readonly kiosks: Pick<KioskLink, 'cancelCommands'>; readonly live: Live; readonly mailer: Mailer }

/** The limits of remote opening and the brake of an organisation. */
export function openingsRoutes(route: Router, deps: OpeningsDeps) {
  route(openings.limits, ({ db }) => readLimits(db))
  route(openings.setLimits, async (context) => {
    refuseIf(whyNotLimits(context.input))
    await saveLimits(context, deps.mailer)
    return { Message: t('MsgOpeningLimitsSaved') }
  })
  route(openings.brake, ({ db }) => readBrake(db))
  route(openings.setBrake, async (context) => ({ Message: await setBrake(context, deps) }))
}
