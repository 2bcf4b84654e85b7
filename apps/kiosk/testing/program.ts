import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../main.ts')
type Result = { readonly code: number | null; readonly text: string }
export type Program = {
  readonly child: ChildProcess
  /** The output so far. */
  text(): string
  /** Resolves when the output contains `text`. Rejects when the process ends without it. */
  printed(text: string): Promise<void>
  /** Resolves when the process ends, with its exit code and output. */
  readonly ended: Promise<Result>
  /** Kills the process without letting it clean up. */
  kill(): Promise<unknown>
}

/** Starts the kiosk program as a process. */
export function program(...args: string[]): Program {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  let text = ''
  const watchers = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => {
      text += part
      for (const watcher of watchers) watcher()
    })
  const ended = once(child, 'close').then(([code]): Result => ({ code, text }))
  return {
    child,
    text: () => text,
    printed: (expected) =>
      new Promise((resolve, reject) => {
        const watcher = () => {
          if (!text.includes(expected)) return
          watchers.delete(watcher)
          resolve()
        }
        watchers.add(watcher)
        watcher()
        void ended.then(() => reject(new Error(`The program ended without printing "${expected}":\n${text}`)))
      }),
    ended,
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}
