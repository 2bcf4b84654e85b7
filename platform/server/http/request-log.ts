import type { FastifyBaseLogger } from 'fastify'

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
type Names = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: pino's overloads, passed through as they are
type Any = any

/**
 * A request's own log: `log` with the request's id in each line. Making it costs as much as answering a small request,
 * because what it begins its lines with is searched for secrets, so it is made when there is something to write.
 */
export function requestLog(log: FastifyBaseLogger, names: Names): FastifyBaseLogger {
  return new RequestLog(log, names) as Any
}

class RequestLog {
  readonly #log: Any
  readonly #names: Names
  #own: Any
  constructor(log: FastifyBaseLogger, names: Names) {
    this.#log = log
    this.#names = names
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
    return this.#made().child(...more)
  }
  #write(level: Level, line: Any[]) {
    if (this.#log.isLevelEnabled(level)) this.#made()[level](...line)
  }
  #made() {
    this.#own ??= this.#log.child(this.#names)
    return this.#own
  }
}
