import { type FastifyReply, LogController } from 'fastify'
import pino from 'pino'

export type Log = pino.Logger

/** Names under which secrets travel, in either case of the first letter. */
const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'pin',
  'token',
  'refresh_token',
  'client_secret',
  'apiSecret',
]
const PERSONAL = ['lockerAccessCode', 'accessCode']
const names = [...SECRETS, ...PERSONAL].flatMap((name) => [name, name[0]!.toUpperCase() + name.slice(1)])
const STDERR = 2

/**
 * The program's log: JSON lines on stderr, since stdout speaks to the person who started it. Secrets and access codes are
 * blanked up to two levels deep.
 */
export const createLog = (level: string, to: pino.DestinationStream = pino.destination({ dest: STDERR, sync: true })): Log =>
  pino(
    {
      level,
      redact: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      serializers: { err: errorLine },
      timestamp: pino.stdTimeFunctions.isoTime,
      base: undefined,
    },
    to,
  )

/** What is told of an error. Others hang whole connections with their passwords, and a failed statement's values, on theirs. */
function errorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(error.cause !== undefined && { cause: errorLine(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(errorLine) }),
  }
}

/** Whether a reply broke off because nobody reads it any more: a closed tab, a lost line. No fault of ours. */
export const hasClientLeft = (error: unknown, reply: FastifyReply): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed
export const CLIENT_LEFT = 'the client left before its answer'

/** Requests are worth a line only to who looks for one, and then by route: an address may hold a name or a unit. */
export class RequestLogController extends LogController {
  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override requestCompleted(...[error, request, reply]: Parameters<LogController['requestCompleted']>): void {
    const line = {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (!error) request.log.debug(line, 'answered')
    else if (hasClientLeft(error, reply)) request.log.debug(line, CLIENT_LEFT)
    else request.log.warn({ ...line, err: error }, 'the answer broke off')
  }
  override streamError(...[error, request, reply]: Parameters<LogController['streamError']>): void {
    const line = { route: request.routeOptions.url }
    if (hasClientLeft(error, reply)) request.log.debug(line, CLIENT_LEFT)
    else request.log.warn({ ...line, err: error }, 'the answer broke off')
  }
}
