import { startEmbeddedPostgres } from '../postgres/embedded/postgres.ts'

// A process that runs the PostgreSQL of a DATA_DIR until it is killed, or with the argument `exit` exits without a stop.

const [dataDir, command] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ dataDir: dataDir! })
console.log(JSON.stringify({ pid: server.pid, url: server.url('postgres', 'postgres') }))
if (command === 'exit') process.exit(0)
setInterval(() => {}, 60_000)
