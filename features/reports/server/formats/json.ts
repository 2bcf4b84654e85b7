import type { Column, Part } from '../../model.ts'

/** A report as JSON: its heading, and the rows of each table by the ids of the columns. */
export async function* jsonFile(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  let columns: readonly Column[] = []
  let group: string | null = null
  let tables = 0
  let rows = 0
  for await (const part of parts) {
    if (part.kind === 'heading') {
      const { title, organisation, details } = part
      yield Buffer.from(
        `{"title":${JSON.stringify(title)},"organisation":${JSON.stringify(organisation)},"details":${JSON.stringify(Object.fromEntries(details))},"tables":[`,
      )
    } else if (part.kind === 'table') {
      columns = part.columns
      group = null
      yield Buffer.from(`${tables > 0 ? ']},' : ''}{"title":${JSON.stringify(part.title ?? null)},"rows":[`)
      tables += 1
      rows = 0
    } else if (part.kind === 'group') group = part.text
    else if (part.kind === 'row') {
      const row = Object.fromEntries(part.cells.map((cell, i) => [columns[i]!.id, cell]))
      yield Buffer.from(`${rows > 0 ? ',\n' : '\n'}${JSON.stringify(group === null ? row : { group, ...row })}`)
      rows += 1
    }
  }
  yield Buffer.from(tables > 0 ? ']}]}' : ']}')
}
