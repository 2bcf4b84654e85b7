import { z } from 'zod'
import { MANAGES_OPENINGS, SEES_BRAKE } from '#features/kiosks/access.ts'
import { OPENING_CEILINGS } from '#features/kiosks/ceilings.ts'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { Done, NullableTime } from '#platform/wire.ts'
import { t } from './messages.ts'

function limit(max: number) {
  const range = packMessage(t('MsgOpeningLimitRange', { max }))
  return z.int({ error: range }).min(1, range).max(max, range)
}

/** Remote openings that are allowed within any minute and any hour (decisions "Limits of remote opening"). */
export const OpeningLimits = z.object({
  PersonPerMinute: limit(OPENING_CEILINGS.person.minute),
  PersonPerHour: limit(OPENING_CEILINGS.person.hour),
  OrganisationPerMinute: limit(OPENING_CEILINGS.organisation.minute),
  OrganisationPerHour: limit(OPENING_CEILINGS.organisation.hour),
})
export type OpeningLimits = z.infer<typeof OpeningLimits>

/** The organisation's brake on remote openings. */
export const Brake = z.object({
  IsStopped: z.boolean(),
  StoppedAt: NullableTime,
  /** Name of the user who stopped it; null while it is released. */
  StoppedBy: z.string().nullable(),
})
export type Brake = z.infer<typeof Brake>

export const openings = {
  limits: operation('GET', '/openings/limits', {
    permission: 'ViewGeneralSetting',
    summary: 'How many lockers a person and the organisation may open remotely within a minute and an hour',
    output: OpeningLimits,
  }),
  setLimits: operation('PUT', '/openings/limits', {
    permission: MANAGES_OPENINGS,
    confirmed: true,
    summary: 'Changes these limits',
    input: OpeningLimits,
    output: Done,
  }),
  brake: operation('GET', '/openings/brake', {
    permission: SEES_BRAKE,
    summary: 'Whether remote opening is stopped in the organisation, since when and by whom',
    output: Brake,
  }),
  setBrake: operation('PUT', '/openings/brake', {
    permission: MANAGES_OPENINGS,
    confirmed: ({ IsStopped }) => !IsStopped,
    summary: 'Stops all remote opening and cancels commands that have not begun, or releases it',
    input: z.object({ IsStopped: z.boolean({ error: 'IsStopped is true or false.' }) }),
    output: Done,
  }),
}
