import type { IncomingMessage, Server } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyServerOptions } from 'fastify'
import type { Message } from '#platform/define-messages.ts'
import { t as shared } from '#platform/messages.ts'
import { CLIENT_LEFT, hasClientLeft, RequestLogController } from '../config/log.ts'
import { t } from '../messages.ts'
import { inDefaultLanguage, type TranslatorFor } from './language.ts'
import { asRefusal, failureOf, oauthFailureOf, Refusal, refused, unexpectedFailure } from './refusal.ts'
import { requestLog } from './request-log.ts'

/** Slow clients must not occupy connections. */
const REQUEST_TIMEOUT_MS = 30_000
/** Bytes of a refused body that are still read. */
const MAX_DROPPED = 10 * 1024 * 1024
/** Smallest reply that is compressed, in bytes. */
const COMPRESSION_THRESHOLD = 2048

/** The HTTP server: one error shape, lenient paths, compression, security headers. */
export async function createHttp(options: {
  logger: FastifyBaseLogger | false
  trustProxy: FastifyServerOptions['trustProxy']
  secure: boolean
  /** Target of the redirect to https when a trusted proxy reports a plain request. */
  publicUrl?: string
  /** Time within which a request must be received, in ms. */
  requestTimeout?: number
  /** Translators of refusals. */
  translatorOf?: TranslatorFor
  /** Paths outside the API that stand for one of its operations, in lower case. */
  aliases?: Readonly<Record<string, string>>
  /** External sources that the pages may load from. */
  sources?: Sources | undefined
}) {
  const { translatorOf = inDefaultLanguage, requestTimeout = REQUEST_TIMEOUT_MS, aliases = {} } = options
  const app: FastifyInstance<Server> = Fastify({
    ...(options.logger
      ? { loggerInstance: options.logger, logController: new RequestLogController(), childLoggerFactory: requestLog }
      : {}),
    trustProxy: options.trustProxy,
    requestTimeout,
    rewriteUrl: ({ url = '/' }) => aliases[url.toLowerCase()] ?? url,
    // A request that arrives while the server stops is served like those before it.
    return503OnClosing: false,
    // Node checks connections only every 30 s by default, and its headers' time-out must not be longer than the request's.
    http: { headersTimeout: requestTimeout / 2, connectionsCheckingInterval: requestTimeout / 10 },
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const refusal = asRefusal(error) ?? new Refusal(400, shared('MsgBadInput'))
      refused(reply, refusal).send(failureOf(refusal, translatorOf(request, reply)))
    },
  })
  acceptEmptyJson(app)
  if (options.secure && options.trustProxy && options.publicUrl) forceHttps(app, options.publicUrl)
  app.setErrorHandler(async (error, request, reply) => {
    if (hasClientLeft(error, reply)) {
      request.log.debug({ route: request.routeOptions.url }, CLIENT_LEFT)
      // Without a reply the request would never complete.
      return reply.send()
    }
    const { oauth, tooLarge } = request.routeOptions.config as { oauth?: boolean; tooLarge?: Message }
    const found = asRefusal(error)
    const refusal = found?.status === 413 && tooLarge ? new Refusal(413, tooLarge) : found
    if (!refusal) {
      request.log.error({ err: error }, 'request failed')
      return reply.status(500).send(unexpectedFailure(translatorOf(request, reply)))
    }
    if (refusal.status === 503) request.log.warn({ err: error }, 'request refused, database busy or unavailable')
    if (refusal.status === 413) await dropBody(request.raw)
    return refused(reply, refusal).send((oauth ? oauthFailureOf : failureOf)(refusal, translatorOf(request, reply)))
  })
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send(failureOf(new Refusal(404, t('MsgNotFound')), translatorOf(request, reply))),
  )
  await securityHeaders(app, options)
  await app.register(cookie)
  await app.register(formbody)
  // Only handlers of uploads read the parts.
  await app.register(multipart, { throwFileSizeLimit: false })
  await app.register(compress, {
    global: true,
    threshold: COMPRESSION_THRESHOLD,
    encodings: ['br', 'gzip'],
    // Two thirds of the time of the default level 6, for 5 % more bytes.
    zlibOptions: { level: 3 },
    brotliOptions: { params: { 1: 4 } },
  })
  return app
}

type Sources = { readonly script: readonly string[]; readonly frame: readonly string[]; readonly connect: readonly string[] }
const NO_SOURCES: Sources = { script: [], frame: [], connect: [] }

/** Security headers on every reply. Helmet computes them at each request, so those of the first are cached. */
async function securityHeaders(
  app: FastifyInstance<Server>,
  { secure, sources = NO_SOURCES }: { secure: boolean; sources?: Sources | undefined },
) {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // WebAssembly reads barcodes; it allows no JavaScript from strings.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...sources.script],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // HEIC photos are converted in a worker that their library makes of its own text.
        workerSrc: ["'self'", 'blob:'],
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
  let cached: readonly (readonly [string, string])[] | undefined
  app.addHook('onRequest', async (_request, { raw, helmet: write }) => {
    if (cached) for (const [name, value] of cached) raw.setHeader(name, value)
    else {
      const before = new Set(raw.getHeaderNames())
      await write()
      cached = raw.getHeaderNames().flatMap((name) => (before.has(name) ? [] : [[name, String(raw.getHeader(name))] as const]))
    }
  })
}

/**
 * Reads the rest of a body that is too large, up to `MAX_DROPPED`: a client that does not read before it has sent everything
 * would see a reset connection instead of the reply. The connection is closed after the reply.
 */
async function dropBody(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed || Number(body.headers['content-length']) > MAX_DROPPED) return
  let dropped = 0
  await new Promise<void>((resolve) => {
    body.on('data', (part: Buffer) => {
      dropped += part.length
      if (dropped > MAX_DROPPED) resolve()
    })
    for (const over of ['end', 'close', 'error']) body.once(over, () => resolve())
    body.resume()
  })
}

/** An empty JSON body is no body: clients send it with DELETE and operations without input. */
function acceptEmptyJson(app: FastifyInstance<Server>) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parse(request, body as string, done)
  })
}

/**
 * Redirects to https when PUBLIC_URL is https (spec 1 §4). Only a trusted proxy knows the scheme of a request: without one every
 * request arrives plain and the redirect would loop. Health checks come from inside.
 */
function forceHttps(app: FastifyInstance<Server>, publicUrl: string) {
  app.addHook('onRequest', async (request, reply) => {
    const isPlain = request.headers['x-forwarded-proto'] !== undefined && request.protocol === 'http'
    if (isPlain && !request.url.startsWith('/health/')) return reply.redirect(publicUrl + request.url, 308)
  })
}
