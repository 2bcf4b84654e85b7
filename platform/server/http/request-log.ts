import type { FastifyBaseLogger } from 'fastify'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
type Bindings = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: pino's overloads, passed through unchanged
type Any = any

/**
 * The log of a request: `log` with the request's id in each line. It is created at its first line, because creating it takes as
 * long as a small request: pino searches its bindings for secrets.
 */
export function requestLog(log: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger {
  return new RequestLog(log, bindings) as Any
}

class RequestLog {
  readonly #log: Any
  readonly #bindings: Bindings
  #child: Any
  constructor(log: FastifyBaseLogger, bindings: Bindings) {
    this.#log = log
    this.#bindings = bindings
  }
  get level(): string {
    return this.#log.level
  }
  fatal(...line: Any[]) {
    this.#write('fatal', line)
  }
  error(...line: Any[]) {
    this.#write('error', line)
  }
  warn(...line: Any[]) {
    this.#write('warn', line)
  }
  info(...line: Any[]) {
    this.#write('info', line)
  }
  debug(...line: Any[]) {
    this.#write('debug', line)
  }
  trace(...line: Any[]) {
    this.#write('trace', line)
  }
  silent() {}
  child(...more: Any[]) {
    return this.#created().child(...more)
  }
  #write(level: Level, line: Any[]) {
    if (this.#log.isLevelEnabled(level)) this.#created()[level](...line)
  }
  #created() {
    this.#child ??= this.#log.child(this.#bindings)
    return this.#child
  }
}
