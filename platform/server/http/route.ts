import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#platform/messages.ts'
import type { InputOf, Operation, ParamsOf, QueryOf, ReplyOf } from '#platform/operation.ts'
import { hasAnyPermission, type Permission } from '#platform/permissions.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { writeAudit } from '../postgres/audit.ts'
import type { Database, Db, Tenant } from '../postgres/db.ts'
import { ANONYMOUS, type Caller } from './caller.ts'
import { idempotencyKeyOf, once, onceWithoutTransaction } from './idempotency.ts'
import { defaultWords, holdsWords, inWords, type WordsFor } from './language.ts'
import { networkOf } from './network.ts'
import { forbidden, Refusal } from './refusal.ts'
import { type JsonSchema, replySchema } from './reply-schema.ts'
import { toPascalCaseKeys, validated } from './validate.ts'
import { createOrganisationSwitch } from './working-organisation.ts'

export const API = '/api'

/** What every handler is given. */
export type RequestContext<Op> = {
  readonly params: ParamsOf<Op>
  readonly query: QueryOf<Op>
  readonly input: InputOf<Op>
  readonly caller: Caller
  readonly tenant: Tenant
  readonly now: Date
  readonly log: FastifyBaseLogger
  /** Where the request came from, as limits count it; the proxy's word where TRUST_PROXY names it. */
  readonly address: string
  /** Runs once the transaction has committed, and not at all if it rolls back. */
  afterCommit(work: () => unknown): void
  /** Who is asking now: identified and checked anew, for a reply that lasts. Refuses as at its beginning. */
  again(): Promise<Caller>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
/** A handler's transaction, as the tenant, and the audit trail that belongs to it. */
export type TransactionContext = {
  readonly db: Db
  readonly tenant: Tenant
  audit(action: string, subjectId: string | null, detail?: Record<string, unknown>): Promise<void>
}
/** For handlers that wait for something outside (a kiosk, a password hash): they open short transactions themselves. */
export type TenantTransactions = { inTenant<T>(work: (t: TransactionContext) => Promise<T>): Promise<T> }

type AnyOperation = Operation
// biome-ignore lint/suspicious/noExplicitAny: the registry holds operations of every shape
type Any = any
export type Router = {
  /** Binds an operation; the handler runs in one transaction as the tenant. */
  <Op extends Operation<Any, Any, Any, Any>>(
    op: Op,
    handler: (asked: RequestContext<Op> & TransactionContext) => Promise<ReplyOf<Op>> | ReplyOf<Op>,
  ): void
  /** Binds an operation whose handler must not hold a transaction while it waits. */
  withoutTransaction<Op extends Operation<Any, Any, Any, Any>>(
    op: Op,
    handler: (asked: RequestContext<Op> & TenantTransactions) => Promise<ReplyOf<Op>> | ReplyOf<Op>,
  ): void
  /** Binds an operation that writes its own reply (a live stream). */
  stream<Op extends Operation<Any, Any, Any, Any>>(
    op: Op,
    handler: (asked: RequestContext<Op> & TenantTransactions) => Promise<void>,
  ): void
  /** Everything bound, in order: the OpenAPI page and the test that walks every operation read it. */
  readonly operations: readonly AnyOperation[]
}

export type Identify = (request: FastifyRequest) => Promise<Caller>

/** Binds operations to Fastify: who is asking → permission → input → one transaction as the tenant → reply cut to its schema. */
export function createRouter(
  app: FastifyInstance,
  { database, identify, words = defaultWords }: { database: Database; identify: Identify; words?: WordsFor },
): Router {
  const operations: AnyOperation[] = []
  const working = createOrganisationSwitch(database)

  async function allowed(op: AnyOperation, request: FastifyRequest, body: unknown): Promise<Caller> {
    const caller = op.needs.access === 'public' ? ANONYMOUS : await identify(request)
    mustHold(op, caller, body)
    return caller
  }

  function bind<Op extends Operation<Any, Any, Any, Any>>(
    op: Op,
    run: (asked: RequestContext<Op>) => Promise<unknown>,
    streams = false,
  ) {
    operations.push(op)
    const schema = streams ? undefined : replySchema(op.output)
    const isWorded = schema !== undefined && holdsWords(schema)
    app.route({
      method: op.method,
      url: API + op.path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, ''),
      bodyLimit: op.bodyLimit,
      config: { oauth: op.form },
      schema: schema ? { response: { 200: schema } } : {},
      handler: async (request, reply) => {
        // Secrets, tokens and people: no browser or proxy keeps an answer.
        reply.header('cache-control', 'no-store')
        const body = op.form ? (request.body ?? {}) : toPascalCaseKeys(request.body ?? {})
        const identified = await allowed(op, request, body)
        const params = validated(op.params, request.params) as ParamsOf<Op>
        const query = validated(op.query, toPascalCaseKeys(request.query)) as QueryOf<Op>
        const inOrganisation = (who: Caller) => working(who, request, [params, query, body])
        const caller = await inOrganisation(identified)
        const input = validated(op.input, body) as InputOf<Op>
        const after: (() => unknown)[] = []
        const result = await run({
          params,
          query,
          input,
          caller,
          tenant: caller.tenant,
          now: new Date(),
          log: request.log,
          address: networkOf(request.ip),
          again: async () => inOrganisation(await allowed(op, request, body)),
          request,
          reply,
          afterCommit: (work) => {
            after.push(work)
          },
        })
        for (const work of after) await work()
        if (streams || reply.sent) return reply
        const spoken = isWorded ? words(request.headers['accept-language']) : null
        if (!spoken) return result
        reply.header('content-language', spoken.language)
        return inWords(schema as JsonSchema, result, spoken.translate)
      },
    })
  }

  const keyFor = (op: AnyOperation, { request, caller, params, query, input }: RequestContext<Any>) =>
    op.secret || op.reads
      ? null
      : idempotencyKeyOf(request.headers['idempotency-key'], caller, `${op.method} ${op.path}`, [params, query, input])
  const withoutTransaction = (asked: RequestContext<Any>): TenantTransactions => ({
    inTenant: (work) => database.inTenant(asked.tenant, (db) => work(transaction(db, asked))),
  })

  const route = ((op, handler) => {
    // What is only asked for need not wait for the end of its transaction; a secret that is given is audited, and so does.
    const within = op.reads ? database.readInTenant : database.inTenant
    bind(op, (asked) =>
      within(asked.tenant, (db) => once(db, keyFor(op, asked), async () => handler({ ...asked, ...transaction(db, asked) }))),
    )
  }) as Router
  return Object.assign(route, {
    operations,
    withoutTransaction: ((op, handler) => {
      bind(op, (asked) =>
        onceWithoutTransaction(database, asked.caller, keyFor(op, asked), async () =>
          handler({ ...asked, ...withoutTransaction(asked) }),
        ),
      )
    }) as Router['withoutTransaction'],
    stream: ((op, handler) => {
      bind(op, async (asked) => handler({ ...asked, ...withoutTransaction(asked) }), true)
    }) as Router['stream'],
  })
}

const transaction = (db: Db, { caller, tenant, now }: RequestContext<Any>): TransactionContext => ({
  db,
  tenant,
  audit: (action, subjectId, detail) =>
    writeAudit(db, { organisationId: tenant.organisationId, at: now, actor: caller, action, subjectId, detail }),
})

function mustHold({ needs }: AnyOperation, caller: Caller, body: unknown) {
  if (needs.access === 'public') return
  if (caller.kind === 'nobody') throw new Refusal(401, t('MsgSignInNeeded'))
  if (needs.access === 'authenticated' && caller.kind === 'user') return
  if (needs.access === caller.kind || (needs.ticket && caller.kind === 'ticket')) return
  if (needs.permission === undefined || caller.kind !== 'user') throw forbidden()
  if (!hasAnyPermission(caller.permissions, wanted(needs.permission, body))) throw forbidden()
}

type PermissionRule = NonNullable<AnyOperation['needs']['permission']>
function wanted(permission: PermissionRule, body: unknown): readonly Permission[] {
  if (typeof permission === 'string') return [permission]
  if ('add' in permission) {
    const id = (body as { Id?: unknown } | null)?.Id
    return [id && id !== EMPTY_GUID ? permission.edit : permission.add]
  }
  return permission
}
