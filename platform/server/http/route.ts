import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditAction, AuditKind } from '#platform/audit.ts'
import type { InputOf, Operation, ParamsOf, QueryOf, ReplyOf } from '#platform/operation.ts'
import { hasAnyPermission, type Permission } from '#platform/permissions.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { t } from '../messages.ts'
import { originOf, withOrigin } from '../origin.ts'
import { type AuditDetail, writeAudit, writeAudits } from '../postgres/audit.ts'
import type { Database, Db, Tenant } from '../postgres/db.ts'
import { ANONYMOUS, type Caller } from './caller.ts'
import { idempotencyKeyOf, once, onceWithoutTransaction } from './idempotency.ts'
import { inDefaultLanguage, type TranslatorFor, translationOf } from './language.ts'
import { networkOf } from './network.ts'
import { forbidden, Refusal } from './refusal.ts'
import { replySchema } from './reply-schema.ts'
import { toPascalCaseKeys, validated } from './validate.ts'
import { createOrganisationSwitch } from './working-organisation.ts'

export const API = '/api'

/** The input of every handler. */
export type RequestContext<Op> = {
  readonly params: ParamsOf<Op>
  readonly query: QueryOf<Op>
  readonly input: InputOf<Op>
  readonly caller: Caller
  readonly tenant: Tenant
  readonly now: Date
  readonly log: FastifyBaseLogger
  /** The client's network, as rate limits count it; taken from the proxy's header for proxies of TRUST_PROXY. */
  readonly address: string
  /** Refuses a user who has not confirmed the identity lately. Call it outside of the transaction, which it would hold. */
  requireConfirmation(): Promise<void>
  /** Runs after the commit; not if the transaction rolls back. */
  afterCommit(work: () => unknown): void
  /** Identifies and checks the caller again, for streams. Refuses like the first time. */
  again(): Promise<Caller>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
/** A handler's transaction as the tenant, with its audit trail. */
export type TransactionContext = {
  readonly db: Db
  readonly tenant: Tenant
  audit(action: AuditAction, subjectId: string | null, detail?: AuditDetail): Promise<unknown>
  /**
   * One entry for each of these records, with one statement; the detail is that of all, or given with each id. `kind`: that of the
   * records, for an action that may be about several.
   */
  auditEach(
    action: AuditAction | { readonly action: AuditAction; readonly kind: AuditKind },
    subjects: readonly (string | { readonly id: string; readonly detail: AuditDetail })[],
    detail?: AuditDetail,
  ): Promise<void>
}
/** For handlers that wait for something external (a kiosk, a password hash) and open short transactions themselves. */
export type TenantTransactions = { inTenant<T>(work: (transaction: TransactionContext) => Promise<T>): Promise<T> }

export type Router = {
  /** Binds an operation; the handler runs in one transaction as the tenant. */
  <Op extends Operation>(
    op: Op,
    handler: (context: RequestContext<Op> & TransactionContext) => Promise<ReplyOf<Op>> | ReplyOf<Op>,
  ): void
  /** Binds an operation whose handler must not hold a transaction while it waits. */
  withoutTransaction<Op extends Operation>(
    op: Op,
    handler: (context: RequestContext<Op> & TenantTransactions) => Promise<ReplyOf<Op>> | ReplyOf<Op>,
  ): void
  /** Binds an operation that writes its own reply (a live stream). */
  stream<Op extends Operation>(op: Op, handler: (context: RequestContext<Op> & TenantTransactions) => Promise<void>): void
  /** All bound operations, in order, for the OpenAPI page and the test of every operation. */
  readonly operations: readonly Operation[]
}

export type Identify = (request: FastifyRequest) => Promise<Caller>
/** Refuses a user who has not confirmed the identity lately. */
export type RequireConfirmation = (caller: Caller) => Promise<void>

/** Binds operations to Fastify: caller → permission → input → confirmation → one transaction as the tenant → reply cut to its schema. */
export function createRouter(
  app: FastifyInstance,
  {
    database,
    identify,
    requireConfirmation,
    translatorOf = inDefaultLanguage,
  }: {
    database: Database
    identify: Identify
    requireConfirmation: RequireConfirmation
    translatorOf?: TranslatorFor
  },
): Router {
  const operations: Operation[] = []
  const switchOrganisation = createOrganisationSwitch(database)

  async function authorised(op: Operation, request: FastifyRequest, body: unknown): Promise<Caller> {
    const caller = op.needs.access === 'public' ? ANONYMOUS : await identify(request)
    requirePermission(op, caller, body)
    return caller
  }

  function bind<Op extends Operation>(op: Op, run: (context: RequestContext<Op>) => Promise<unknown>, streams = false) {
    operations.push(op)
    const schema = streams ? undefined : replySchema(op.output)
    const translation = schema ? translationOf(schema) : null
    app.route({
      method: op.method,
      url: API + op.path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, ''),
      bodyLimit: op.bodyLimit,
      config: { oauth: op.form, tooLarge: op.tooLarge },
      schema: schema ? { response: { '2xx': schema } } : {},
      handler: async (request, reply) => {
        // Replies contain secrets, tokens and personal data: no browser or proxy may cache them.
        reply.header('cache-control', 'no-store')
        const body = op.form ? (request.body ?? {}) : toPascalCaseKeys(request.body ?? {})
        const identified = await authorised(op, request, body)
        const params = validated(op.params, request.params) as ParamsOf<Op>
        const query = validated(op.query, toPascalCaseKeys(request.query)) as QueryOf<Op>
        // The rows of a bulk action are chosen by the query of their list.
        const { Matching } = (body ?? {}) as { Matching?: unknown }
        const inOrganisation = (who: Caller) => switchOrganisation(who, request, [params, query, body, Matching])
        const caller = await inOrganisation(identified)
        const input = validated(op.input, body) as InputOf<Op>
        if (needsConfirmation(op, input)) await requireConfirmation(caller)
        const after: (() => unknown)[] = []
        const address = networkOf(request.ip)
        const context: RequestContext<Op> = {
          params,
          query,
          input,
          caller,
          tenant: caller.tenant,
          now: new Date(),
          log: request.log,
          address,
          requireConfirmation: () => requireConfirmation(caller),
          again: async () => inOrganisation(await authorised(op, request, body)),
          request,
          reply,
          afterCommit: (work) => {
            after.push(work)
          },
        }
        const result = await withOrigin(originOf(caller.kind, address, request.headers['user-agent']), () => run(context))
        for (const work of after) await work()
        if (streams || reply.sent) return reply
        return translation ? translation(result, translatorOf(request, reply)) : result
      },
    })
  }

  const keyFor = (op: Operation, { request, caller, params, query, input }: RequestContext<Operation>) =>
    op.secret || op.reads
      ? null
      : idempotencyKeyOf(request.headers['idempotency-key'], caller, `${op.method} ${op.path}`, [params, query, input])
  const withoutTransaction = (context: RequestContext<Operation>): TenantTransactions => ({
    inTenant: (work) => database.inTenant(context.tenant, (db) => work(transactionOf(db, context))),
  })

  const route = ((op, handler) => {
    const within = op.reads ? database.readInTenant : database.inTenant
    bind(op, (context) =>
      within(context.tenant, (db) =>
        once(db, keyFor(op, context), async () => handler({ ...context, ...transactionOf(db, context) })),
      ),
    )
  }) as Router
  return Object.assign(route, {
    operations,
    withoutTransaction: ((op, handler) => {
      bind(op, (context) =>
        onceWithoutTransaction(database, context.caller, keyFor(op, context), async () =>
          handler({ ...context, ...withoutTransaction(context) }),
        ),
      )
    }) as Router['withoutTransaction'],
    stream: ((op, handler) => {
      bind(op, async (context) => handler({ ...context, ...withoutTransaction(context) }), true)
    }) as Router['stream'],
  })
}

/** The transaction of a request, or of a job that a person started. */
export function transactionOf(
  db: Db,
  { caller, tenant, now }: { caller: Caller; tenant: Tenant; now: Date },
): TransactionContext {
  const entry = { organisationId: tenant.organisationId, at: now, actor: { id: caller.id, name: caller.name } }
  return {
    db,
    tenant,
    audit: (action, subjectId, detail) => writeAudit(db, { ...entry, action, subjectId, detail }),
    auditEach: (action, subjects, detail = {}) => {
      const line = { ...entry, ...(typeof action === 'string' ? { action } : action) }
      return writeAudits(
        db,
        subjects.map((subject) =>
          typeof subject === 'string'
            ? { ...line, subjectId: subject, detail }
            : { ...line, subjectId: subject.id, detail: subject.detail },
        ),
      )
    },
  }
}

function requirePermission({ needs }: Operation, caller: Caller, body: unknown) {
  if (needs.access === 'public') return
  if (caller.kind === 'anonymous') throw new Refusal(401, t('MsgSignInNeeded'))
  if (needs.access === 'authenticated' && caller.kind === 'user') return
  if (needs.access === caller.kind || (needs.ticket && caller.kind === 'ticket')) return
  if (needs.permission === undefined || caller.kind !== 'user') throw forbidden()
  if (!hasAnyPermission(caller.permissions, requiredPermissions(needs.permission, body))) throw forbidden()
}

const needsConfirmation = ({ confirmed }: Operation, input: unknown): boolean =>
  typeof confirmed === 'function' ? (confirmed as (input: unknown) => boolean)(input) : confirmed === true

type PermissionRule = NonNullable<Operation['needs']['permission']>
function requiredPermissions(permission: PermissionRule, body: unknown): readonly Permission[] {
  if (typeof permission === 'string') return [permission]
  if ('add' in permission) {
    const id = (body as { Id?: unknown } | null)?.Id
    return [id && id !== EMPTY_GUID ? permission.edit : permission.add]
  }
  return permission
}
