import { sql } from 'kysely'
import type { AlertPlace } from '#features/alerts/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import { PASSWORD_REQUIRED } from '#platform/messages.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'

/**
 * Why a remote opening is refused: the brake, a limit of the person or the organisation, or a sign-in that exceeded a limit
 * (`since`) and has not confirmed the password.
 */
type Cause =
  | { readonly is: 'stopped' }
  | { readonly is: 'person' | 'organisation'; readonly seconds: number }
  | { readonly is: 'unconfirmed'; readonly since: string }

/** A remote opening that is refused at a locker bank. */
export class OpeningRefusal extends Refusal {
  readonly cause: Cause
  readonly place: AlertPlace
  constructor(cause: Cause, place: AlertPlace) {
    super(...refusalOf(cause))
    this.cause = cause
    this.place = place
  }
}

function refusalOf(cause: Cause): ConstructorParameters<typeof Refusal> {
  if (cause.is === 'stopped') return [422, t('MsgOpeningStopped')]
  if (cause.is === 'unconfirmed') return [422, t('MsgPasswordRequired'), { code: PASSWORD_REQUIRED }]
  return [429, limitMessage(cause.is, cause.seconds), { retryAfter: cause.seconds }]
}
const limitMessage = (whose: 'person' | 'organisation', seconds: number): Message =>
  t(whose === 'person' ? 'MsgTooManyOpenings' : 'MsgTooManyOpeningsOrganisation', { seconds })

type NewOpening = {
  readonly commandId: string
  readonly caller: Pick<Caller, 'id' | 'signInId'>
  /** A device is opened for mapping: it counts only while something lies in a locker of the bank. */
  readonly isSetup: boolean
}

/**
 * Counts a remote opening in the transaction that inserts its command, or throws an `OpeningRefusal`, which must roll the
 * transaction back (decisions "Limits of remote opening").
 */
export async function takeOpening(db: Db, place: AlertPlace, { commandId, caller, isSetup }: NewOpening): Promise<void> {
  const { organisationId } = place.tenant
  // The second statement begins, with a view of all commits, when the first has the lock: both are sent at once, in this order.
  const [, [verdict]] = await Promise.all([
    lockControls(db, { organisationId }),
    count(db, {
      organisationId,
      commandId,
      userId: caller.id,
      signInId: caller.signInId,
      lockerBankId: place.lockerBankId,
      isSetup,
    }),
  ])
  const { is_stopped, is_counted, person_seconds, organisation_seconds, exceeded_at } = verdict!
  if (is_stopped) throw new OpeningRefusal({ is: 'stopped' }, place)
  if (!is_counted) return
  if (person_seconds > 0) throw new OpeningRefusal({ is: 'person', seconds: person_seconds }, place)
  if (organisation_seconds > 0) throw new OpeningRefusal({ is: 'organisation', seconds: organisation_seconds }, place)
  if (exceeded_at !== null) throw new OpeningRefusal({ is: 'unconfirmed', since: exceeded_at }, place)
}

const lockControls = cachedQuery((db, { organisationId }: Params<{ organisationId: string }>) =>
  db.selectFrom('opening_controls').select('organisation_id').where('organisation_id', '=', organisationId).forNoKeyUpdate(),
)

type Count = {
  readonly organisationId: string
  readonly commandId: string
  readonly userId: string
  readonly signInId: string
  readonly lockerBankId: string
  readonly isSetup: boolean
}
type Verdict = {
  readonly is_stopped: boolean
  readonly is_counted: boolean
  /** Seconds until the limits of the person and the organisation allow an opening; not above 0: now. */
  readonly person_seconds: number
  readonly organisation_seconds: number
  readonly exceeded_at: string | null
}
/**
 * Inserts an opening and reads whether it is allowed. A limit of n is reached until the n-th last opening is older than its
 * window. Times are the database's, because the clocks of nodes differ.
 */
const count = cachedQuery<Count, Verdict>(
  (_db, { organisationId, commandId, userId, signInId, lockerBankId, isSetup }) => sql<Verdict>`
    with counted as (
      insert into openings (organisation_id, id, user_id, at)
      select ${organisationId}::uuid, ${commandId}::uuid, ${userId}::uuid, clock_timestamp()
      where not ${isSetup}::boolean or exists (
        select from lockers where locker_bank_id = ${lockerBankId} and (live_packages > 0 or reserved_until > clock_timestamp())
      )
      returning id
    )
    select
      stopped_at is not null as is_stopped,
      exists (select from counted) as is_counted,
      ${secondsUntil(sql`greatest(
        (select at + interval '1 minute' from openings where user_id = ${userId} order by at desc offset person_per_minute - 1 limit 1),
        (select at + interval '1 hour' from openings where user_id = ${userId} order by at desc offset person_per_hour - 1 limit 1)
      )`)} as person_seconds,
      ${secondsUntil(sql`greatest(
        (select at + interval '1 minute' from openings order by at desc offset organisation_per_minute - 1 limit 1),
        (select at + interval '1 hour' from openings order by at desc offset organisation_per_hour - 1 limit 1)
      )`)} as organisation_seconds,
      (select at from opening_excesses where sign_in_id = ${signInId}) as exceeded_at
    from opening_controls`,
)
/** Whole seconds until a time, 0 or less after it; 0 for null. */
const secondsUntil = (time: ReturnType<typeof sql>) =>
  sql`coalesce(ceil(extract(epoch from ${time} - clock_timestamp())), 0)::int`
