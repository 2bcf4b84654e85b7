import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Gate } from '../gates.ts'
import { medianOf } from '../load.ts'
import { repetitions } from '../scale.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TIMES = repetitions(3)
/** Limits of `npm start` in s with everything installed and built: in an empty folder, and with existing demo data. */
const LIMITS = { first: 12, again: 3 }

/** `npm start`, until the product logs that it is ready. */
export async function start(): Promise<Gate[]> {
  execFileSync('node', [join(ROOT, 'tools/prepare.mjs'), '--build'], { stdio: 'inherit' })
  const took = { first: [] as number[], again: [] as number[] }
  for (let i = 0; i < TIMES; i++) {
    const folder = mkdtempSync(join(tmpdir(), 'parcelhall-bench-'))
    try {
      took.first.push(await secondsToStart(folder))
      took.again.push(await secondsToStart(folder))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const gate = (name: string, which: keyof typeof LIMITS): Gate => ({
    name: `${name}, of ${LIMITS[which]} s`,
    ratio: medianOf(took[which]) / LIMITS[which],
    bound: { atMost: 1 },
    figures: took[which].map((seconds) => `${seconds.toFixed(2)} s`).join(', '),
  })
  return [gate('npm start that makes the demo', 'first'), gate('npm start with everything there', 'again')]
}

async function secondsToStart(DATA_DIR: string): Promise<number> {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn' }
  const began = performance.now()
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(npm, 'close')
  let seconds: number | undefined
  createInterface(npm.stdout).on('line', (line) => {
    if (!line.includes('is ready')) return
    seconds = (performance.now() - began) / 1000
    npm.kill('SIGTERM')
  })
  await ended
  if (seconds === undefined) throw new Error('npm start ended before the product was ready')
  return seconds
}
