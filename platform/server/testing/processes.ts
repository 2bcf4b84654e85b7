import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** The longest wait until every process of a tree is stopped, in ms; far above any machine's need. */
const FREEZE_LIMIT_MS = 120_000

/**
 * Stops a process and its descendants, also those that it starts meanwhile, and returns a function that continues them. That happens at the
 * end of the test at the latest.
 */
export async function freeze(pid: number): Promise<() => void> {
  const stopped = new Set<number>()
  const thaw = () => {
    for (const one of stopped) signal(one, 'SIGCONT')
    stopped.clear()
  }
  if (treeOf(pid).length === 0) throw new Error(`There is no process ${pid}.`)
  onTestFinished(thaw)
  const end = Date.now() + FREEZE_LIMIT_MS
  // A process that still runs starts others, also while /proc is read: the tree is complete when two readings in a row show it stopped.
  for (let clean = 0; clean < 2; ) {
    if (Date.now() > end) throw new Error(`These processes do not stop: ${JSON.stringify(treeOf(pid))}`)
    // One that waits in the kernel (D) stops before it does anything else: a parent in vfork waits for a child that is stopped.
    const hasStopped = (one: Process) => 'TZX'.includes(one.state) || (one.state === 'D' && stopped.has(one.pid))
    const running = treeOf(pid).filter((one) => !hasStopped(one))
    for (const one of running) {
      stopped.add(one.pid)
      signal(one.pid, 'SIGSTOP')
    }
    clean = running.length > 0 ? 0 : clean + 1
    await sleep(1)
  }
  return thaw
}

type Process = { readonly pid: number; readonly state: string }

/** A process and its descendants, each behind its parent, with their states as in /proc: T for a stopped one, Z for one that has ended. */
export function treeOf(pid: number): Process[] {
  const all = new Map<number, Process>()
  const children = new Map<number, number[]>()
  // readdirSync, because globSync leaves out processes that are there now and then (measured on Node.js 24: 29 of 5,880 readings).
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [, id, state = '', parent] = /^(\d+) \(.*\) (\S) (\d+) /s.exec(readProc(`/proc/${entry}/stat`)) ?? []
    if (!id) continue
    all.set(Number(id), { pid: Number(id), state })
    children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(id)])
  }
  const from = (one: number): Process[] => {
    const process = all.get(one)
    return process ? [process, ...(children.get(one) ?? []).flatMap(from)] : []
  }
  return from(pid)
}

/** A file of /proc; '' for a process that has ended. */
export function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}
