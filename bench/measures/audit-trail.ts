import type { Bench } from '../bench.ts'
import { ask, signIn } from '../client.ts'
import type { Gate } from '../gates.ts'
import { measured } from '../measured.ts'

const DAY_MS = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const ACTIONS = ['resident changed', 'signed in', 'alert ended', 'layout changed', 'mailroom deleted'] as const
const KINDS = ['resident', 'portalUser', 'locker', 'courier', 'region', 'alert', 'lockerBank', 'mailroom'] as const

/** The audit trail of an organisation with five million entries: each filter in both directions, and an entry. */
export async function auditTrail({ product, connect, organisationId }: Bench): Promise<Gate[]> {
  const owner = await connect('superuser')
  const read = async (statement: string) =>
    (await owner.query<{ id: string }>(statement, [organisationId])).rows.map(({ id }) => id)
  const people = await read(
    `select distinct actor_id as id from (select actor_id from audit where organisation_id = $1 order by at desc limit 2000) as latest`,
  )
  const subjects = await read('select subject_id as id from audit where organisation_id = $1 order by at limit 500')
  const busy = await read(
    'select subject_id as id from audit where organisation_id = $1 group by subject_id order by count(*) desc limit 1',
  )
  const entries = await read('select id from audit where organisation_id = $1 order by at limit 500')
  await owner.end()
  const token = await signIn(product.address, 'manager')
  const page = (body: object) =>
    ask<{ After: string | null }>(`${product.address}/api/audit/getpaged`, token, { PageSize: 20, ...body })
  const nth = <T>(list: readonly T[], i: number) => list[i % list.length] as T
  let after: string | null = null
  for (let rows = 0; rows < 10_000; rows += 500) after = (await page({ PageSize: 500, After: after })).After
  const lists: Readonly<Record<string, (i: number) => object>> = {
    'no filter': () => ({}),
    'no filter, far behind': () => ({ After: after }),
    person: (i) => ({ ActorId: nth(people, i) }),
    record: (i) => ({ SubjectId: nth(subjects, i) }),
    action: (i) => ({ Action: nth(ACTIONS, i) }),
    'from a day': (i) => ({ FromDay: dayBefore(i % 300) }),
    'until a day': (i) => ({ UntilDay: dayBefore(i % 300) }),
    'one day': (i) => ({ FromDay: dayBefore(i % 300), UntilDay: dayBefore(i % 300) }),
    'person and action': (i) => ({ ActorId: nth(people, i), Action: nth(ACTIONS, i) }),
    'person and days': (i) => ({ ActorId: nth(people, i), FromDay: dayBefore(300), UntilDay: dayBefore(i % 300) }),
    'person and one day': (i) => ({ ActorId: nth(people, i), FromDay: dayBefore(i % 300), UntilDay: dayBefore(i % 300) }),
    'action and days': (i) => ({ Action: nth(ACTIONS, i), FromDay: dayBefore(300), UntilDay: dayBefore(i % 300) }),
    'record and action': (i) => ({ SubjectId: nth(subjects, i), Action: nth(ACTIONS, i) }),
    'record and person': (i) => ({ SubjectId: nth(subjects, i), ActorId: nth(people, i) }),
    'busy record and action': (i) => ({ SubjectId: busy[0], Action: nth(ACTIONS, i) }),
    'busy record and person': (i) => ({ SubjectId: busy[0], ActorId: nth(people, i) }),
    kind: (i) => ({ SubjectKind: nth(KINDS, i) }),
    'kind and person': (i) => ({ SubjectKind: nth(KINDS, i), ActorId: nth(people, i) }),
    'kind and days': (i) => ({ SubjectKind: nth(KINDS, i), FromDay: dayBefore(i % 300) }),
  }
  const gates: Gate[] = []
  for (const [name, body] of Object.entries(lists))
    for (const SortDirectionText of name.endsWith('behind') ? ['desc'] : ['desc', 'asc'])
      gates.push(await measured(`audit trail: ${name}, ${SortDirectionText}`, (i) => page({ ...body(i), SortDirectionText })))
  const get = (i: number) => ask(`${product.address}/api/audit/get/${nth(entries, i)}`, token)
  gates.push(await measured('audit trail: an entry', get))
  return gates
}
