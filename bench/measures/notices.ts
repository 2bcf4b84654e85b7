import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import pg from 'pg'
import { sendNotices } from '#features/notices/server/sender.ts'
import { MEDIA, NOTICE_TYPES } from '#features/notification-templates/types.ts'
import { groupIdOf, STATUSES } from '#features/package-statuses/statuses.ts'
import { createLog } from '#platform/server/config/log.ts'
import { type Letter, smtpTransport } from '#platform/server/mail/delivery.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded/postgres.ts'
import { deriveKeys } from '#platform/server/security/keys.ts'
import type { Gate } from '../gates.ts'
import { startSmtp } from '../processes.ts'
import { rows } from '../scale.ts'
import { emptyDatabase } from '../seed.ts'

const NOTICES = rows(50_000)
const RESIDENTS = 5_000
const FROM = 'Bench <desk@bench.test>'
const DATABASE = 'bench_notices'

/** Notices of an organisation handed to a local mail server, against nodemailer with one of these e-mails alone. */
export async function notices(): Promise<Gate[]> {
  await using undo = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'parcelhall-bench-'))
  undo.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const cluster = await startEmbeddedPostgres({ dataDir })
  undo.defer(cluster.stop)
  const smtp = await startSmtp()
  undo.defer(smtp.stop)
  await emptyDatabase(cluster, DATABASE)
  const owner = new pg.Client({ connectionString: cluster.url(DATABASE, 'postgres') })
  await owner.connect()
  undo.defer(() => owner.end())
  await owner.query(`set session_replication_role = replica; ${seed()}`)
  await owner.query('vacuum analyze')
  const database = openDatabase(cluster.url(DATABASE, 'parcelhall_app'))
  undo.defer(database.close)
  const { sent, ms } = await sendAll(database, smtp.address)
  const { rows: statuses } = await owner.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from notices group by 1',
  )
  const [done, ...others] = statuses
  if (done?.status !== 'Sent' || others.length > 0) throw new Error(`not all are sent: ${JSON.stringify(statuses)}`)
  const alone = await nodemailerAlone(smtp.address, sent)
  const rate = (done.n * 1000) / ms
  return [
    {
      name: `${done.n} notices by e-mail against nodemailer alone`,
      ratio: rate / alone,
      bound: { atLeast: 0.7 },
      figures: `${rate.toFixed(0)} against ${alone.toFixed(0)} per second`,
    },
  ]
}

/** An organisation whose packages have each a notice: of the collection, which is sent whatever became of the package. */
function seed(): string {
  const key = (kind: string, n = '0') => `md5('${kind}' || ${n})::uuid`
  const [organisation, property, building, mailroom] = ['organisation', 'property', 'building', 'mailroom'].map((kind) =>
    key(kind),
  )
  const every = (n: number) => `from generate_series(1, ${n}) as n`
  const home = `${organisation}, ${property}, ${building}, '1A'`
  const collected = `${STATUSES.CollectedbyRecipient.id}, ${groupIdOf('CollectedbyRecipient')}`
  return `
    insert into organisations (id, name, system_name, time_zone) values (${organisation}, 'Bench', 'bench', 'Europe/London');
    insert into properties (organisation_id, id, name, external_code, time_zone, address)
      values (${organisation}, ${property}, 'Riverside Quay', 'P1', 'Europe/London', '1 Quay Road');
    insert into buildings (organisation_id, id, property_id, name) values (${organisation}, ${building}, ${property}, 'Quay North');
    insert into mailrooms (organisation_id, id, property_id, building_id, name)
      values (${organisation}, ${mailroom}, ${property}, ${building}, 'Lobby');
    insert into residents (organisation_id, property_id, building_id, unit_number, id, first_name, last_name, email)
      select ${home}, ${key('resident', 'n')}, 'Ada', 'Bench' || n, 'ada' || n || '@bench.test' ${every(RESIDENTS)};
    insert into packages (organisation_id, property_id, building_id, unit_number, id, resident_id, mailroom_id, package_number,
        tracking_number, recipient_name, status_id, status_group, drop_off_time, expiry_time, collection_time, last_transaction_at)
      select ${home}, ${key('package', 'n')}, ${key('resident', `(1 + n % ${RESIDENTS})`)}, ${mailroom}, 'PK' || n,
        '1Z' || n, 'Ada Bench', ${collected}, now(), now(), now(), now() ${every(NOTICES)};
    insert into notices (organisation_id, id, property_id, package_id, resident_id, type_id, medium_id, event_key, address, due_at)
      select organisation_id, id, property_id, id, resident_id, ${NOTICE_TYPES.collected.id}, ${MEDIA.email}, id::text, 'x', now()
      from packages`
}

/** Sends all notices as the server does; returns the last e-mail and the time. */
async function sendAll(database: ReturnType<typeof openDatabase>, url: string) {
  const smtp = smtpTransport(url, FROM)
  let sent: Letter | undefined
  const transport = {
    close: smtp.close,
    send: (id: string, letter: Letter) => {
      sent = letter
      return smtp.send(id, letter)
    },
  }
  const keys = deriveKeys(randomBytes(32))
  const nowhere = 'http://127.0.0.1:9'
  const began = performance.now()
  await sendNotices({ database, keys, transport, smsApiUrl: nowhere, publicUrl: nowhere, log: createLog('warn') })
  const ms = performance.now() - began
  smtp.close()
  return { sent: sent!, ms }
}

/** E-mails per second of nodemailer with as many at once as the server sends, and its own number of connections. */
async function nodemailerAlone(url: string, { to, subject, body, html }: Letter): Promise<number> {
  const pool = nodemailer.createTransport({ url, pool: true })
  const mail = { from: FROM, to, subject, text: body, html }
  let left = NOTICES
  const began = performance.now()
  await Promise.all(
    Array.from({ length: 100 }, async () => {
      while (left > 0) {
        left -= 1
        await pool.sendMail(mail)
      }
    }),
  )
  const ms = performance.now() - began
  pool.close()
  return (NOTICES * 1000) / ms
}
