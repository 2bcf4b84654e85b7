import { type FastifyReply, LogController } from 'fastify'
import pino from 'pino'

export type Log = pino.Logger

/** Names of fields with secrets; the first letter may be upper case. */
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

/** The log: JSON lines on stderr, since stdout is for the person who started the program. Redacts secrets up to two levels deep. */
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

/** The logged fields of an error. Libraries attach whole connections with passwords and the values of failed statements. */
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

/** Whether a reply ended early because the client disconnected, which is not an error of the server. */
export const hasClientLeft = (error: unknown, reply: FastifyReply): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed
export const CLIENT_LEFT = 'client disconnected before the reply'

/** Logs requests at level debug, by route: a URL may contain a name or a unit number. */
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
    if (!error) request.log.debug(line, 'request completed')
    else if (hasClientLeft(error, reply)) request.log.debug(line, CLIENT_LEFT)
    else request.log.warn({ ...line, err: error }, 'reply failed')
  }
  override streamError(...[error, request, reply]: Parameters<LogController['streamError']>): void {
    const line = { route: request.routeOptions.url }
    if (hasClientLeft(error, reply)) request.log.debug(line, CLIENT_LEFT)
    else request.log.warn({ ...line, err: error }, 'reply failed')
  }
}
