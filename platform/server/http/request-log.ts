import type { FastifyBaseLogger } from 'fastify'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
type Bindings = Record<string, unknown>
/** Fastify's type of the logger lacks this method of pino. */
type Log = FastifyBaseLogger & { isLevelEnabled?(level: Level): boolean }

/**
 * The log of a request: `log` with the request's id in each line. It is created at its first line, because creating it takes as
 * long as a small request: pino searches its bindings for secrets.
 */
export function requestLog(log: Log, bindings: Bindings): FastifyBaseLogger {
  return new RequestLog(log, bindings)
}

class RequestLog implements FastifyBaseLogger {
  readonly #log: Log
  readonly #bindings: Bindings
  #child: FastifyBaseLogger | undefined
  constructor(log: Log, bindings: Bindings) {
    this.#log = log
    this.#bindings = bindings
  }
  get level(): string {
    return this.#log.level
  }
  fatal(...line: unknown[]) {
    this.#write('fatal', line)
  }
  error(...line: unknown[]) {
    this.#write('error', line)
  }
  warn(...line: unknown[]) {
    this.#write('warn', line)
  }
  info(...line: unknown[]) {
    this.#write('info', line)
  }
  debug(...line: unknown[]) {
    this.#write('debug', line)
  }
  trace(...line: unknown[]) {
    this.#write('trace', line)
  }
  silent() {}
  child(...more: Parameters<FastifyBaseLogger['child']>) {
    return this.#created().child(...more)
  }
  #write(level: Level, line: unknown[]) {
    if (this.#log.isLevelEnabled?.(level) === false) return
    const log = this.#created()
    Reflect.apply(log[level], log, line)
  }
  #created() {
    this.#child ??= this.#log.child(this.#bindings)
    return this.#child
  }
}
