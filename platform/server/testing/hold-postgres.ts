import { startEmbeddedPostgres } from '../postgres/embedded/postgres.ts'

/** A process of its own that holds the PostgreSQL of a DATA_DIR until it is ended, or, told `exit`, leaves without a stop. */
const [dataDir, then] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ dataDir: dataDir! })
console.log(JSON.stringify({ pid: server.pid, url: server.url('postgres', 'postgres') }))
if (then === 'exit') process.exit(0)
setInterval(() => {}, 60_000)
