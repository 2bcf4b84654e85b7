import { escaped } from '#platform/html.ts'
import type { Bookmark, PageAction } from '../../contract.ts'
import type { Changes, Column, Part, ReportLink } from '../../model.ts'
import type { PageFormat } from '../../reports.ts'
import { type CellText, cellTexts } from './cell-text.ts'
import { chartSvg } from './chart.ts'

/** Lines of a page; a chart and the heading take several. */
const PAGE_LINES = 42
const CHART_LINES = 14
const HEADING_LINES = 4

export type PageContent = {
  readonly pageContent: string
  readonly pageStyles: string
  readonly pageActions: readonly PageAction[]
}
/** A page as it is stored, and read again. */
const storedPage = (page: PageContent) => Buffer.from(JSON.stringify(page))
export const pageOfContent = (content: Buffer) => JSON.parse(content.toString()) as PageContent & { pageActions: PageAction[] }

/** Paper is white in dark mode too. The page that shows it has its own main heading. */
const STYLES = `
.report { font: 13px/1.45 system-ui, sans-serif; color: #1a1b1e; background: #fff; padding: 32px; box-sizing: border-box }
.report h2 { font-size: 20px; margin: 0 0 2px } .report h3 { font-size: 15px; margin: 12px 0 4px }
.report img { float: right; height: 40px; max-width: 240px; object-fit: contain }
.report dl { display: flex; flex-wrap: wrap; gap: 0 20px; margin: 4px 0 12px; color: #495057 }
.report dl div { display: flex; gap: 6px } .report dt { font-weight: 600 } .report dd { margin: 0 }
.report table { width: 100%; border-collapse: collapse; table-layout: fixed }
.report th, .report td { padding: 3px 8px; text-align: left; overflow-wrap: anywhere; vertical-align: top; border-bottom: 1px solid #dee2e6 }
.report thead th { border-bottom: 2px solid #495057 } .report .number { text-align: right; font-variant-numeric: tabular-nums }
.report tr.group th { background: #f1f3f5 } .report tr.total td { font-weight: 600 }
.report button { all: unset; cursor: pointer; font: inherit } .report a { color: #1864ab }
.report button:focus-visible, .report a:focus-visible { outline: 2px solid #1864ab; outline-offset: 2px }
.report td a { display: block } .report svg { max-width: 100% }`

type Options = {
  readonly format: PageFormat
  readonly changes: Changes
  readonly language: string
  readonly dateFormat: string
  /** The organisation's, as PNG. */
  readonly logo: Buffer | null
}
type Written = { readonly content: Buffer; readonly bookmarks: readonly Bookmark[] }

export const isNumber = ({ kind }: Column) => kind === 'count' || kind === 'percent' || kind === 'hours'

/** The pages of a report, each as soon as it is full. */
export async function* htmlPages(parts: AsyncIterable<Part>, options: Options): AsyncGenerator<Written> {
  const page = pageWriter(options)
  for await (const part of parts) {
    if (page.isFull(part)) yield page.end()
    page.add(part)
  }
  yield page.end()
}

/** Collects the parts of a page. */
function pageWriter({ format, changes, language, dateFormat, logo }: Options) {
  const isInteractive = format === 'HTML5Interactive'
  const hidden = new Set(changes.hidden)
  const text: CellText = cellTexts(language, dateFormat)
  let number = 1
  let lines = 0
  let html = ''
  let actions: PageAction[] = []
  let bookmarks: Bookmark[] = []
  let columns: readonly Column[] | undefined
  let isTableOpen = false
  let group: { id: string; text: string } | undefined

  const action = (Id: string, Type: PageAction['Type'], Value: PageAction['Value']) => {
    actions.push({ Id, Type, Value })
    return `data-action="${escaped(Id)}"`
  }
  const openTable = () => {
    html += `<table><colgroup>${columns!.map(({ width }) => `<col style="width:${width}%">`).join('')}</colgroup><thead><tr>`
    html += `${columns!.map(headerCell).join('')}</tr></thead><tbody>`
    isTableOpen = true
    lines += 1
  }
  const closeTable = () => {
    if (isTableOpen) html += '</tbody></table>'
    isTableOpen = false
  }
  function headerCell(column: Column): string {
    const name = isNumber(column) ? ' class="number"' : ''
    if (!isInteractive || !column.isSortable) return `<th scope="col"${name}>${escaped(column.title)}</th>`
    const { sort } = changes
    const isSorted = sort?.column === column.id
    const next = isSorted && sort.direction === 'asc' ? 'desc' : 'asc'
    const aria = isSorted ? ` aria-sort="${sort.direction === 'asc' ? 'ascending' : 'descending'}"` : ''
    const mark = isSorted ? (sort.direction === 'asc' ? ' ▲' : ' ▼') : ''
    const data = action(`sort:${column.id}:${next}`, 'sorting', { column: column.id, direction: next })
    return `<th scope="col"${name}${aria}><button type="button" ${data}>${escaped(column.title)}${mark}</button></th>`
  }
  /** Only its first row has the id: several pages may be in one document. */
  function groupRow({ id, text: title }: { id: string; text: string }, isFirst: boolean): string {
    const span = `colspan="${columns!.length}"`
    if (!isInteractive) return `<tr class="group"><th scope="rowgroup" ${span}>${escaped(title)}</th></tr>`
    const isHidden = hidden.has(id)
    const data = action(`toggle:${id}`, 'toggleVisibility', { group: id, hidden: !isHidden })
    const mark = isHidden ? '▸' : '▾'
    return `<tr class="group"${isFirst ? ` id="${id}"` : ''}><th scope="rowgroup" ${span}><button type="button" aria-expanded="${!isHidden}" ${data}>${mark} ${escaped(title)}</button></th></tr>`
  }
  function link(content: string, to: ReportLink | undefined): string {
    if (!to || !isInteractive) return content
    const data = action(`link:${actions.length}`, 'navigateToReport', { report: to.report, parameterValues: to.values })
    return `<a href="#" ${data}>${content}</a>`
  }
  const cellsOf = (part: Extract<Part, { kind: 'row' | 'total' }>) =>
    columns!
      .map((column, i) => {
        const name = isNumber(column) ? ' class="number"' : ''
        const content = escaped(text(part.cells[i] ?? null, column.kind))
        if (part.kind === 'row') return `<td${name}>${i === 0 ? link(content, part.link) : content}</td>`
        return `<td${name}>${i === 0 ? escaped(part.text) : content}</td>`
      })
      .join('')

  const heights: Partial<Record<Part['kind'], number>> = { chart: CHART_LINES, heading: HEADING_LINES }
  const isShown = (part: Part) => !(group && hidden.has(group.id) && part.kind === 'row')
  return {
    isFull: (part: Part) => lines > 0 && isShown(part) && lines + (heights[part.kind] ?? 1) > PAGE_LINES,
    add(part: Part) {
      if (!isShown(part)) return
      lines += heights[part.kind] ?? 1
      if (part.kind === 'heading') {
        const details = part.details.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`)
        const picture = logo ? `<img alt="" src="data:image/png;base64,${logo.toString('base64')}">` : ''
        html += `${picture}<h2>${escaped(part.title)}</h2><div>${escaped(part.organisation)}</div><dl>${details.join('')}</dl>`
      } else if (part.kind === 'chart') {
        closeTable()
        html += `<h3>${escaped(part.chart.title)}</h3>${chartSvg(part.chart, text)}`
      } else if (part.kind === 'table') {
        closeTable()
        columns = part.columns
        group = undefined
        if (part.title) html += `<h3>${escaped(part.title)}</h3>`
        openTable()
      } else if (part.kind === 'note') html += `<tr><td colspan="${columns?.length ?? 1}">${escaped(part.text)}</td></tr>`
      else {
        if (!isTableOpen) {
          openTable()
          // The rows of a group go on.
          if (group && part.kind === 'row') html += groupRow(group, false)
        }
        if (part.kind === 'group') {
          group = part
          bookmarks.push({ id: part.id, text: part.text, page: number })
          html += groupRow(part, true)
        } else html += `<tr${part.kind === 'total' ? ' class="total"' : ''}>${cellsOf(part)}</tr>`
        if (part.kind === 'total') group = undefined
      }
    },
    /** The page so far; the next part begins another one. */
    end(): Written {
      closeTable()
      const pageContent = `<div class="report" data-page="${number}">${html}</div>`
      const written = { content: storedPage({ pageContent, pageStyles: STYLES, pageActions: actions }), bookmarks }
      number += 1
      lines = 0
      html = ''
      actions = []
      bookmarks = []
      return written
    },
  }
}

/** What an action of a page makes of a report's changes; an unknown action changes nothing. */
export function changedBy(changes: Changes, actionId: string): Changes {
  const [kind, id = '', direction] = actionId.split(':')
  if (kind === 'sort' && (direction === 'asc' || direction === 'desc')) return { ...changes, sort: { column: id, direction } }
  if (kind !== 'toggle') return changes
  const hidden = changes.hidden ?? []
  return { ...changes, hidden: hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id] }
}
