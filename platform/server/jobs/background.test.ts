import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The priority that a program of this one ends with that lets requests go first. */
const priorityFrom = (nice: number) => {
  const script = `
    import { getPriority, setPriority } from 'node:os'
    import pg from 'pg'
    import { letRequestsGoFirst } from './platform/server/jobs/background.ts'
    setPriority(${nice})
    letRequestsGoFirst(new pg.Pool())
    console.log(getPriority())`
  const cwd = join(import.meta.dirname, '../../..')
  return Number(spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd, encoding: 'utf8' }).stdout || 'none')
}

test.runIf(process.platform === 'linux')('what has little priority is given less, what has less already keeps it', () => {
  expect([priorityFrom(0), priorityFrom(15)]).toEqual([10, 15])
})
