import { Piscina } from 'piscina'

/** Content that cannot be read: it is not what it says it is, or takes too long or too much memory. */
export class Unreadable extends Error {}

type Bounds = {
  /** Longest time for one content. */
  readonly seconds: number
  /** Largest heap of the thread, in MB. */
  readonly megabytes: number
}

/**
 * A thread that reads what strangers send, so that requests do not wait for it and its memory is not the server's. It starts with the
 * first content, reads one after the other, and lives on; one that exceeds its bounds is ended, and the next content starts another.
 * @param module whose default function reads one content; arguments and results are copied. It returns null for what it cannot read
 * @returns that function, here; it throws Unreadable for what cannot be read and for what exceeds the bounds
 */
export function parserThread<Content, Result>(
  module: URL,
  { seconds, megabytes }: Bounds,
): (content: Content) => Promise<Result> {
  const thread = new Piscina<Content, Result | null>({
    filename: module.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  // The content that was being read gets the error. A thread that read none is replaced; without a listener it would end the server.
  thread.on('error', () => {})
  const read = async (content: Content): Promise<Result> => {
    const signal = AbortSignal.timeout(seconds * 1000)
    const result = await thread.run(content, { signal }).catch((error: { code?: unknown }) => {
      if (signal.aborted || error.code === 'ERR_WORKER_OUT_OF_MEMORY') return null
      throw error
    })
    if (result === null) throw new Unreadable('The content cannot be read.')
    return result
  }
  let last: Promise<unknown> = Promise.resolve()
  return (content) => {
    const reading = last.then(() => read(content))
    last = reading.catch(() => {})
    return reading
  }
}
