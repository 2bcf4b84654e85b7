import type { Server } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { t } from '#platform/messages.ts'
import { CLIENT_LEFT, hasClientLeft, RequestLogController } from '../config/log.ts'
import { defaultWords, type WordsFor } from './language.ts'
import { asRefusal, failureOf, faultOf, oauthFailureOf, Refusal } from './refusal.ts'
import { requestLog } from './request-log.ts'

/** Longest a request may take to arrive, in ms: a client that sends a byte a minute holds no connection for ever. */
const REQUEST_TIMEOUT = 30_000
const SMALLEST_COMPRESSED = 2048

/** The HTTP server with what every answer needs: one error shape, forgiving paths, compression, security headers. */
export async function createHttp(options: {
  logger: FastifyBaseLogger | false
  trustProxy: FastifyServerOptions['trustProxy']
  secure: boolean
  /** Where https leads when a proxy of TRUST_PROXY says that a page was asked for without it. */
  publicUrl?: string
  /** How refusals are worded in other languages. */
  words?: WordsFor
  /** What pages of ours may fetch from elsewhere. */
  sources?: Sources | undefined
}) {
  const words = options.words ?? defaultWords
  /** How to word what leaves in answer to a request, told to the reply too. */
  const wordsOf = (request: FastifyRequest, reply: FastifyReply) => {
    const asked = words(request.headers['accept-language'])
    if (asked) reply.header('content-language', asked.language)
    return asked?.translate
  }
  const app: FastifyInstance<Server> = Fastify({
    ...(options.logger
      ? { loggerInstance: options.logger, logController: new RequestLogController(), childLoggerFactory: requestLog }
      : {}),
    trustProxy: options.trustProxy,
    requestTimeout: REQUEST_TIMEOUT,
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const refused = asRefusal(error) ?? new Refusal(400, t('MsgBadInput'))
      reply.status(refused.status).send(failureOf(refused, wordsOf(request, reply)))
    },
  })
  acceptEmptyJson(app)
  if (options.secure && options.trustProxy && options.publicUrl) forceHttps(app, options.publicUrl)
  app.setErrorHandler((error, request, reply) => {
    if (hasClientLeft(error, reply)) {
      request.log.debug({ route: request.routeOptions.url }, CLIENT_LEFT)
      // Nobody reads it; without an answer the request would never count as over.
      return reply.send()
    }
    const refused = asRefusal(error)
    if (!refused) {
      request.log.error({ err: error }, 'a fault of ours')
      return reply.status(500).send(faultOf(wordsOf(request, reply)))
    }
    if (refused.status === 503) request.log.warn({ err: error }, 'busy')
    if (refused.retryAfter) reply.header('retry-after', String(refused.retryAfter))
    const { oauth } = request.routeOptions.config as { oauth?: boolean }
    return reply.status(refused.status).send((oauth ? oauthFailureOf : failureOf)(refused, wordsOf(request, reply)))
  })
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send(failureOf(new Refusal(404, t('MsgNotFound')), wordsOf(request, reply))),
  )
  await securityHeaders(app, options)
  await app.register(cookie)
  await app.register(formbody)
  // Read by whoever takes a file, and by nobody else.
  await app.register(multipart, { throwFileSizeLimit: false })
  await app.register(compress, {
    global: true,
    threshold: SMALLEST_COMPRESSED,
    encodings: ['br', 'gzip'],
    // Two thirds of the time of zlib's own level 6, for a twentieth more bytes.
    zlibOptions: { level: 3 },
    brotliOptions: { params: { 1: 4 } },
  })
  return app
}

type Sources = { readonly script: readonly string[]; readonly frame: readonly string[]; readonly connect: readonly string[] }
const NOWHERE: Sources = { script: [], frame: [], connect: [] }

/** The same security headers on every answer. Helmet would put them together anew each time, so they are kept from the first. */
async function securityHeaders(
  app: FastifyInstance<Server>,
  { secure, sources = NOWHERE }: { secure: boolean; sources?: Sources | undefined },
) {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...sources.script],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...sources.connect],
        frameSrc: ["'self'", ...sources.frame],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: secure,
    crossOriginEmbedderPolicy: false,
  })
  let kept: readonly (readonly [string, string])[] | undefined
  app.addHook('onRequest', async (_request, { raw, helmet: write }) => {
    if (kept) for (const [name, value] of kept) raw.setHeader(name, value)
    else {
      const before = new Set(raw.getHeaderNames())
      await write()
      kept = raw.getHeaderNames().flatMap((name) => (before.has(name) ? [] : [[name, String(raw.getHeader(name))] as const]))
    }
  })
}

/** A body of type JSON that is empty is no body: clients send it with DELETE and with calls that take nothing. */
function acceptEmptyJson(app: FastifyInstance<Server>) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parse(request, body as string, done)
  })
}

/**
 * https is forced when PUBLIC_URL is https (spec 1 §4). Only a trusted proxy can say how a request came: without one
 * every request arrives plain, and leading them on would never end. Health is asked for from inside.
 */
function forceHttps(app: FastifyInstance<Server>, publicUrl: string) {
  app.addHook('onRequest', async (request, reply) => {
    const isPlain = request.headers['x-forwarded-proto'] !== undefined && request.protocol === 'http'
    if (isPlain && !request.url.startsWith('/health/')) return reply.redirect(publicUrl + request.url, 308)
  })
}
