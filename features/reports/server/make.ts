import { textIn } from '#features/resources/server/api.ts'
import type { Translate } from '#platform/server/http/language.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Changes, Part } from '../model.ts'
import { type FileFormat, REPORTS, type ReportName } from '../reports.ts'
import { DEFINITIONS } from './definitions/all.ts'
import { cellTexts } from './engine/cell-text.ts'
import { zoneOf } from './engine/choices.ts'
import type { Definition, Making, Values } from './engine/definition.ts'
import { headingOf } from './engine/heading.ts'
import { WRITERS } from './formats/all.ts'

/** What is made for whom; `values` are checked. */
export type Asked = {
  readonly report: ReportName
  readonly values: Values
  readonly changes: Changes
  readonly language: string
  readonly dateFormat: string
}
type Reading = Pick<Making, 'db' | 'rows'>
/** A report that is being read; `rowCount` is that of the rows so far. */
type Made = { readonly parts: AsyncIterable<Part>; readonly rowCount: () => number }

/** The parts of a report, its heading first. */
export async function reportParts(
  { db, rows }: Reading,
  { report, values, changes, language, dateFormat }: Asked,
): Promise<Made> {
  const translate: Translate = (message) => textIn(language, message)
  const text = cellTexts(language, dateFormat)
  const definition: Definition = DEFINITIONS[report]
  const now = new Date()
  const timeZone = await zoneOf(db, values)
  const title = translate(REPORTS[report].title)
  const heading = await headingOf(db, { title, definition, values, translate, now, timeZone, text })
  let count = 0
  const parts = (async function* (): AsyncGenerator<Part> {
    yield heading
    for await (const part of definition.parts({ db, rows, values, changes, translate, now, timeZone, text })) {
      if (part.kind === 'row') count += 1
      yield part
    }
  })()
  return { parts, rowCount: () => count }
}

/** The file of a report, in the order of its bytes. */
export async function fileOf(
  db: Db,
  parts: AsyncIterable<Part>,
  format: FileFormat,
  { language, dateFormat }: Pick<Asked, 'language' | 'dateFormat'>,
): Promise<AsyncIterable<Buffer>> {
  const translate: Translate = (message) => textIn(language, message)
  return WRITERS[format](parts, {
    text: cellTexts(language, dateFormat),
    translate,
    language,
    dateFormat,
    logo: await logoOf(db),
  })
}

/** The logo of the tenant's organisation, as PNG. */
export async function logoOf(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('organisation_images').select('png').where('kind', '=', 'organisation').executeTakeFirst()
  return row?.png ?? null
}
