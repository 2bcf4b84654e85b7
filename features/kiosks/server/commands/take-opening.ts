import { sql } from 'kysely'
import { PASSWORD_REQUIRED } from '#platform/messages.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { OPENING_CEILINGS } from '../../ceilings.ts'
import { limitMessage, type ReachedLimit } from '../../opening-limits.ts'
import { t } from '../../opening-messages.ts'
import type { AlertPlace } from '../begin-alert.ts'

/**
 * Why a remote opening is refused: the brake, a limit of the person or the organisation, or a sign-in that exceeded a limit
 * (`since`) and has not confirmed the identity, with the code of what confirms it.
 */
type Cause =
  | { readonly is: 'stopped' }
  | { readonly is: 'limit'; readonly limit: ReachedLimit }
  | { readonly is: 'unconfirmed'; readonly since: string; readonly code?: string }

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
  if (cause.is === 'unconfirmed') return [422, t('MsgPasswordRequired'), { code: cause.code ?? PASSWORD_REQUIRED }]
  return [429, limitMessage(cause.limit), { retryAfter: cause.limit.seconds }]
}

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
  const { is_stopped, is_counted, exceeded_at } = verdict!
  if (is_stopped) throw new OpeningRefusal({ is: 'stopped' }, place)
  if (!is_counted) return
  const limit = reachedLimit(verdict!)
  if (limit) throw new OpeningRefusal({ is: 'limit', limit }, place)
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
  /** The limits, with the seconds until they allow an opening; not above 0: now. */
  readonly limits: readonly ReachedLimit[]
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
      json_build_array(
        ${limitOf('person', 'minute', sql`(select at from openings where user_id = ${userId} order by at desc offset ${allowed('person', 'minute')} - 1 limit 1)`)},
        ${limitOf('person', 'hour', sql`(select at from openings where user_id = ${userId} order by at desc offset ${allowed('person', 'hour')} - 1 limit 1)`)},
        ${limitOf('organisation', 'minute', sql`(select at from openings order by at desc offset ${allowed('organisation', 'minute')} - 1 limit 1)`)},
        ${limitOf('organisation', 'hour', sql`(select at from openings order by at desc offset ${allowed('organisation', 'hour')} - 1 limit 1)`)}
      ) as limits,
      (select at from opening_excesses where sign_in_id = ${signInId}) as exceeded_at
    from opening_controls`,
)
/** How many openings a limit allows: what is stored, at most its ceiling. */
const allowed = (of: ReachedLimit['of'], window: ReachedLimit['window']) =>
  sql`least(${sql.ref(`${of}_per_${window}`)}, ${sql.lit(OPENING_CEILINGS[of][window])})`
/** A limit with the whole seconds until the opening that must leave its window has left it; 0 or less when it has, or is missing. */
const limitOf = (of: ReachedLimit['of'], window: ReachedLimit['window'], opening: ReturnType<typeof sql>) =>
  sql`json_build_object('of', ${sql.lit(of)}, 'window', ${sql.lit(window)}, 'count', ${allowed(of, window)},
    'seconds', coalesce(ceil(extract(epoch from ${opening} + ${sql.lit(`1 ${window}`)}::interval - clock_timestamp())), 0)::int)`

/** The limit to name: the person's own before the organisation's, and of its two windows the one that ends last; null for none. */
function reachedLimit({ limits }: Verdict): ReachedLimit | null {
  const reached = limits.filter(({ seconds }) => seconds > 0).sort((one, other) => other.seconds - one.seconds)
  return reached.find(({ of }) => of === 'person') ?? reached[0] ?? null
}
