import { setImmediate as nextTurn } from 'node:timers/promises'
import { textIn } from '#features/resources/server/api.ts'
import type { Translate } from '#platform/server/http/language.ts'
import { openRows } from '#platform/server/postgres/cursor.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import type { Changes, Part } from '../model.ts'
import { REPORTS, type ReportName } from '../reports.ts'
import { DEFINITIONS } from './definitions/all.ts'
import { cellTexts } from './engine/cell-text.ts'
import { zoneOf } from './engine/choices.ts'
import type { Definition, Values } from './engine/definition.ts'
import { headingOf } from './engine/heading.ts'

/** Other work has a turn after so many rows. */
const ROWS_IN_A_TURN = 200

/** What is made for whom; `values` are checked. */
export type ReportRequest = {
  readonly report: ReportName
  readonly values: Values
  readonly changes: Changes
  readonly language: string
  readonly dateFormat: string
}
type Reading = {
  readonly tenant: Tenant
  readonly request: ReportRequest
  /** Ends the queries when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** Its first page is wanted before its last row. */
  readonly isFirstFast?: boolean
}
/** The parts of a report in their order, its heading first, and the logo of its organisation as PNG. */
export type ReportContent = { readonly parts: AsyncIterable<Part>; readonly logo: Buffer | null }

/** Reads a report as its reader sees it; `write` gets its parts. Returns the number of its rows. */
export async function readReport(
  database: Database,
  { tenant, request, signal, isFirstFast = false }: Reading,
  write: (content: ReportContent) => Promise<unknown>,
): Promise<number> {
  const { report, values, changes, language, dateFormat } = request
  const translate: Translate = (message) => textIn(language, message)
  const text = cellTexts(language, dateFormat)
  const definition: Definition = DEFINITIONS[report]
  const now = new Date()
  const { timeZone, heading, logo } = await database.readInTenant(tenant, async (db) => {
    const zone = await zoneOf(db, values)
    const title = translate(REPORTS[report].title)
    const first = await headingOf(db, { title, definition, values, translate, now, timeZone: zone, text })
    return { timeZone: zone, heading: first, logo: await logoOf(db) }
  })
  const { rows, close } = await openRows(database, tenant, { ...(signal && { signal }), isFirstFast })
  let count = 0
  async function* parts(): AsyncGenerator<Part> {
    yield heading
    for await (const part of definition.parts({ rows, values, changes, translate, now, timeZone, text })) {
      if (part.kind === 'row') {
        count += 1
        if (count % ROWS_IN_A_TURN === 0) await nextTurn()
      }
      yield part
    }
  }
  try {
    await write({ parts: parts(), logo })
    return count
  } finally {
    await close()
  }
}

const logoOf = async (db: Db): Promise<Buffer | null> => {
  const row = await db.selectFrom('organisation_images').select('png').where('kind', '=', 'organisation').executeTakeFirst()
  return row?.png ?? null
}
