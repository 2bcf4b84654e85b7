import pg from 'pg'
import type { Bench } from './bench.ts'
import type { Gate } from './gates.ts'
import { restartable, startBare, startProduct } from './processes.ts'
import type { Measure } from './run-measures.ts'
import { benchCluster } from './seed.ts'

/** The seeded databases and the processes on them, started when the first measure needs them. */
export function seededBench(print: (line: string) => void) {
  let starting: ReturnType<typeof benchCluster> | undefined
  const cluster = () => {
    starting ??= benchCluster(print)
    return starting
  }
  const processes = {
    product: restartable(async () => startProduct((await cluster()).url('bench_large', 'parcelhall_app'))),
    small: restartable(async () => startProduct((await cluster()).url('bench_small', 'parcelhall_app'))),
    bare: restartable(async () => startBare((await cluster()).url('bench_large', 'postgres'))),
  }
  const stopProcesses = () => Promise.allSettled(Object.values(processes).map(({ stop }) => stop()))
  const clients = new Set<pg.Client>()

  return {
    /** Seeds what is missing, so that no measure's time includes it. If that fails, each measure fails with its error. */
    seed: async () => {
      await cluster().catch(() => {})
    },
    /** The measure with all processes running; connections that it leaves open are closed. */
    measure:
      (work: (bench: Bench) => Promise<readonly Gate[]>): Measure =>
      async () => {
        const { url } = await cluster()
        const connect = async (as: 'app' | 'superuser') => {
          const client = new pg.Client({ connectionString: url('bench_large', as === 'app' ? 'parcelhall_app' : 'postgres') })
          // A connection that breaks is an error of the query that uses it.
          client.on('error', () => {})
          await client.connect()
          clients.add(client)
          client.once('end', () => clients.delete(client))
          return client
        }
        try {
          const owner = await connect('superuser')
          const { rows } = await owner.query(`select id from organisations where system_name = 'bench0'`)
          await owner.end()
          return await work({
            product: await processes.product.running(),
            small: await processes.small.running(),
            bare: await processes.bare.running(),
            organisationId: rows[0].id,
            appUrl: url('bench_large', 'parcelhall_app'),
            superuserUrl: url('bench_large', 'postgres'),
            connect,
          })
        } finally {
          await Promise.all([...clients].map((client) => client.end()))
        }
      },
    /** Stops the processes; the next measure starts them again. */
    stopProcesses,
    stop: async () => {
      await stopProcesses()
      const started = await starting?.catch(() => undefined)
      await started?.stop()
    },
  }
}
