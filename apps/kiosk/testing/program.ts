import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../main.ts')
type Ran = { readonly code: number | null; readonly text: string }
export type Program = {
  readonly child: ChildProcess
  /** Everything it has written. */
  text(): string
  /** Its end: exit code and everything it wrote. */
  readonly ended: Promise<Ran>
  /** Pulls the plug. */
  kill(): Promise<unknown>
}

/** Starts the kiosk program as its own process. */
export function program(...args: string[]): Program {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part))
  const ended = once(child, 'close').then(([code]): Ran => ({ code, text }))
  return {
    child,
    text: () => text,
    ended,
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}
