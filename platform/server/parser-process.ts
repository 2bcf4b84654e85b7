import { type ChildProcess, fork } from 'node:child_process'

/** Content that cannot be read: it is not what it says it is, or takes too long or too much memory. */
export class Unreadable extends Error {}

type Bounds = {
  /** Longest time for one content. */
  readonly seconds: number
  /** Largest heap of the process, in MB. */
  readonly megabytes: number
}
/** What the process answers: the result, or the error that its module threw. */
export type Reply = { readonly result: unknown } | { readonly error: string }

const PROGRAM = new URL('parser-program.ts', import.meta.url)
/** A process without content ends after this time, and gives its memory back. */
const IDLE_MS = 60_000

/**
 * A process that reads what strangers send, so that requests do not wait for it and its memory is not the server's. A thread would
 * not do: one whose heap is full may end the whole program (github.com/nodejs/node/issues/47224). It starts with the first content,
 * without the server's environment, and reads one after the other. Content that exceeds the bounds ends it, and the next starts another.
 * @param module whose default function reads one content; arguments and results are copied. It returns null for what it cannot read
 * @returns that function, here; it throws Unreadable for what cannot be read and for what exceeds the bounds
 */
export function parserProcess<Content extends object, Result>(
  module: URL,
  { seconds, megabytes }: Bounds,
): (content: Content) => Promise<Result> {
  let running: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    running?.kill('SIGKILL')
    running = undefined
  }
  const read = async (content: Content): Promise<Result> => {
    clearTimeout(idle)
    // One that has ended while it waited.
    if (!running?.connected) end()
    running ??= start(module, megabytes)
    if (!running.connected) throw new Error('The process that reads could not be started.')
    const reply = await ask(running, content, seconds * 1000)
    if (reply) idle = setTimeout(end, IDLE_MS).unref()
    else end()
    if (reply && 'error' in reply) throw new Error(reply.error)
    if (!reply || reply.result === null) throw new Unreadable('The content cannot be read.')
    return reply.result as Result
  }
  let last: Promise<unknown> = Promise.resolve()
  return (content) => {
    const reading = last.then(() => read(content))
    last = reading.catch(() => {})
    return reading
  }
}

/** A process that does not keep the server running. */
function start(module: URL, megabytes: number): ChildProcess {
  const child = fork(PROGRAM, [module.href], {
    execArgv: [`--max-old-space-size=${megabytes}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // One that cannot be started or killed.
  child.on('error', () => {})
  // It may be busy, and not see that the server has ended.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('close', () => process.off('exit', kill))
  child.unref()
  child.channel?.unref()
  return child
}

/** Sends the content; returns null for a process that ends instead of answering, or does not answer in time. */
function ask(child: ChildProcess, content: object, milliseconds: number): Promise<Reply | null> {
  return new Promise((resolve) => {
    const settle = (reply: Reply | null) => {
      clearTimeout(timeout)
      child.off('message', onReply).off('close', onEnd)
      resolve(reply)
    }
    const timeout = setTimeout(() => settle(null), milliseconds)
    const onReply = (message: unknown) => settle(message as Reply)
    const onEnd = () => settle(null)
    child.once('message', onReply).once('close', onEnd)
    child.send(content, (error) => error && settle(null))
  })
}
