import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { runRender } from '../server/render.ts'

// Runs a render, and kills itself once the given number of parts is stored.
const { RENDER_DATABASE, RENDER_ORGANISATION, RENDER_JOB, RENDER_PARTS } = process.env
const database = openDatabase(RENDER_DATABASE!)
const data = { organisationId: RENDER_ORGANISATION!, id: RENDER_JOB! }
const rendering = runRender({ database }, data)
for (;;) {
  const { parts } = await database.readInTenant(wholeOrganisation(data.organisationId), (db) =>
    db.selectFrom('report_renders').select('parts').where('id', '=', data.id).executeTakeFirstOrThrow(),
  )
  if (parts >= Number(RENDER_PARTS)) process.kill(process.pid, 'SIGKILL')
  await Promise.race([sleep(1), rendering])
}
