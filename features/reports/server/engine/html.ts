import { escaped } from '#platform/html.ts'
import type { Bookmark, PageAction } from '../../contract.ts'
import type { Changes, Column, Part, ReportLink } from '../../model.ts'
import type { PageFormat } from '../../reports.ts'
import { type CellText, cellTexts } from './cell-text.ts'
import { chartSvg } from './chart.ts'
import { type Block, blocksOf } from './pages.ts'
import { type Box, isNumber, PAPER, SIZE } from './paper.ts'

export type PageContent = {
  readonly pageContent: string
  readonly pageStyles: string
  readonly pageActions: readonly PageAction[]
}
/** A page as it is stored, and read again. */
const storedPage = (page: PageContent) => Buffer.from(JSON.stringify(page))
export const pageOfContent = (content: Buffer) => JSON.parse(content.toString()) as PageContent & { pageActions: PageAction[] }

/** Pixels of a point: the viewer's paper is 1056 pixels wide. */
const px = (points: number) => `${Math.round((points * 105_600) / PAPER.width) / 100}px`

/**
 * Paper is white in dark mode too. The page that shows it has its own main heading.
 * Rows stay at least 24 px high on the screen, so that their links and buttons can be pressed when a page is shown smaller (`--page-scale`).
 */
const STYLES = `
.report { --above: max(6px, (24px / var(--page-scale, 1) - 1.45em) / 2); font: 13px/1.45 system-ui, sans-serif; color: #1a1b1e; background: #fff; padding: 32px; box-sizing: border-box }
.report h2 { font-size: 20px; margin: 0 0 2px } .report h3 { font-size: 15px; margin: 12px 0 4px }
.report img { float: right; height: 40px; max-width: 240px; object-fit: contain }
.report dl { display: flex; flex-wrap: wrap; gap: 0 20px; margin: 4px 0 12px; color: #495057 }
.report dl div { display: flex; gap: 6px } .report dt { font-weight: 600 } .report dd { margin: 0 }
.report table { width: 100%; border-collapse: collapse; table-layout: fixed }
.report th, .report td { padding: var(--above) 8px; text-align: left; overflow-wrap: anywhere; vertical-align: top; border-bottom: 1px solid #dee2e6 }
.report thead th { border-bottom: 2px solid #495057 } .report .number { text-align: right; font-variant-numeric: tabular-nums }
.report tr.group th { background: #f1f3f5 } .report tr.total td { font-weight: 600 }
.report button { all: unset; cursor: pointer; font: inherit; box-sizing: border-box; width: calc(100% + 16px) } .report a { color: #1864ab }
.report button:focus-visible, .report a:focus-visible { outline: 2px solid #1864ab; outline-offset: 2px }
.report td a, .report th button { display: block; margin: calc(-1 * var(--above)) -8px; padding: var(--above) 8px } .report svg { max-width: 100% }`
/** The print preview has the sizes of the paper (`SIZE`), and its foot. */
const PAPER_STYLES = `${STYLES}
.report { position: relative; min-height: ${px(PAPER.height)}; padding: ${px(PAPER.margin)}; font-size: ${px(SIZE.text)}; line-height: ${px(SIZE.leading)} }
.report h2 { font-size: ${px(SIZE.title)}; line-height: ${px(SIZE.title + 8)}; margin: 0 }
.report h3 { font-size: ${px(SIZE.section)}; line-height: ${px(SIZE.section + 8)}; margin: 0 }
.report img { float: none; display: block; height: ${px(SIZE.logo)}; margin: 0 0 ${px(6)} }
.report dl { margin: ${px(SIZE.line - SIZE.text)} 0 ${px(2 * SIZE.line - SIZE.text)} } .report dt { font-weight: inherit }
.report th, .report td { padding: 0 ${px(SIZE.gap)} ${px(SIZE.line - SIZE.leading)} 0; border-bottom: 0; box-shadow: inset 0 -1px #dee2e6 }
.report svg { display: block; height: ${px(SIZE.chart + 3 * SIZE.line)}; width: 100% }
.report footer { display: flex; justify-content: space-between; position: absolute; left: ${px(PAPER.margin)}; right: ${px(PAPER.margin)}; bottom: ${px(PAPER.margin - SIZE.leading)}; color: #495057 }`

type Options = {
  readonly format: PageFormat
  readonly changes: Changes
  readonly language: string
  readonly dateFormat: string
  /** The organisation's, as PNG. */
  readonly logo: Buffer | null
}
type Written = { readonly content: Buffer; readonly bookmarks: readonly Bookmark[] }

/** The pages of a report, each as soon as it is full. */
export async function* htmlPages(parts: AsyncIterable<Part>, options: Options): AsyncGenerator<Written> {
  const text = cellTexts(options.language, options.dateFormat)
  const shown = withoutHidden(parts, options.changes.hidden ?? [])
  let page: ReturnType<typeof pageWriter> | undefined
  for await (const blocks of blocksOf(shown, { text, hasLogo: options.logo !== null }))
    for (const block of blocks) {
      if (block.kind === 'page' && page) yield page.end()
      page ??= pageWriter(options, text)
      page.add(block)
    }
  if (page) yield page.end()
}

/** The parts of a report without the rows of hidden groups. */
async function* withoutHidden(parts: AsyncIterable<Part>, ids: readonly string[]): AsyncGenerator<Part> {
  const hidden = new Set(ids)
  let isHidden = false
  for await (const part of parts) {
    if (part.kind === 'group') isHidden = hidden.has(part.id)
    else if (part.kind !== 'row') isHidden = false
    if (!(part.kind === 'row' && isHidden)) yield part
  }
}

/** Collects what is on a page. */
function pageWriter({ format, changes, logo }: Options, text: CellText) {
  const isInteractive = format === 'HTML5Interactive'
  const hidden = new Set(changes.hidden)
  let number = 1
  let name = ''
  let html = ''
  let actions: PageAction[] = []
  let bookmarks: Bookmark[] = []
  let columns: readonly Column[] = []
  let isTableOpen = false

  const action = (Id: string, Type: PageAction['Type'], Value: PageAction['Value']) => {
    actions.push({ Id, Type, Value })
    return `data-action="${escaped(Id)}"`
  }
  const closeTable = () => {
    if (isTableOpen) html += '</tbody></table>'
    isTableOpen = false
  }
  const openTable = () => {
    closeTable()
    html += `<table><colgroup>${columns.map(({ width }) => `<col style="width:${width}%">`).join('')}</colgroup><thead><tr>`
    html += `${columns.map(headerCell).join('')}</tr></thead><tbody>`
    isTableOpen = true
  }
  function headerCell(column: Column): string {
    const className = isNumber(column) ? ' class="number"' : ''
    if (!isInteractive || !column.isSortable) return `<th scope="col"${className}>${escaped(column.title)}</th>`
    const { sort } = changes
    const isSorted = sort?.column === column.id
    const next = isSorted && sort.direction === 'asc' ? 'desc' : 'asc'
    const aria = isSorted ? ` aria-sort="${sort.direction === 'asc' ? 'ascending' : 'descending'}"` : ''
    const mark = isSorted ? (sort.direction === 'asc' ? ' ▲' : ' ▼') : ''
    const data = action(`sort:${column.id}:${next}`, 'sorting', { column: column.id, direction: next })
    return `<th scope="col"${className}${aria}><button type="button" ${data}>${escaped(column.title)}${mark}</button></th>`
  }
  /** Only its first row has the id: several pages may be in one document. */
  function groupRow({ id, box, isRepeated }: Extract<Block, { kind: 'group' }>): string {
    const span = `colspan="${box.span}"`
    const title = escaped(box.text)
    if (!isInteractive) return `<tr class="group"><th scope="rowgroup" ${span}>${title}</th></tr>`
    const isHidden = hidden.has(id)
    const data = action(`toggle:${id}`, 'toggleVisibility', { group: id, hidden: !isHidden })
    const mark = isHidden ? '▸' : '▾'
    return `<tr class="group"${isRepeated ? '' : ` id="${id}"`}><th scope="rowgroup" ${span}><button type="button" aria-expanded="${!isHidden}" ${data}>${mark} ${title}</button></th></tr>`
  }
  function link(content: string, to: ReportLink | undefined): string {
    if (!to || !isInteractive) return content
    const data = action(`link:${actions.length}`, 'navigateToReport', { report: to.report, parameterValues: to.values })
    return `<a href="#" ${data}>${content}</a>`
  }
  const cell = ({ text: content, first, span, isNumber: isRight }: Box, to?: ReportLink) =>
    `<td${isRight ? ' class="number"' : ''}${span > 1 ? ` colspan="${span}"` : ''}>${first === 0 ? link(escaped(content), to) : escaped(content)}</td>`

  return {
    add(block: Block) {
      if (block.kind === 'page') number = block.number
      else if (block.kind === 'heading') {
        const { title, organisation, details } = block.heading
        name = `${organisation} · ${title}`
        const list = details.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`)
        const picture = logo ? `<img alt="" src="data:image/png;base64,${logo.toString('base64')}">` : ''
        html += `${picture}<h2>${escaped(title)}</h2><div>${escaped(organisation)}</div><dl>${list.join('')}</dl>`
      } else if (block.kind === 'chart') html += chartSvg(block.chart, text)
      else if (block.kind === 'section') {
        closeTable()
        html += `<h3>${escaped(block.text)}</h3>`
      } else if (block.kind === 'paragraph') {
        closeTable()
        html += `<p>${escaped(block.text)}</p>`
      } else if (block.kind === 'columns') {
        columns = block.columns
        openTable()
      } else if (block.kind === 'group') {
        const { id, box, isRepeated } = block
        if (!isRepeated) bookmarks.push({ id, text: box.text, page: number })
        html += groupRow(block)
      } else {
        const to = block.kind === 'row' ? block.link : undefined
        const name = block.kind === 'total' ? ' class="total"' : ''
        html += `<tr${name}>${block.boxes.map((one) => cell(one, to)).join('')}</tr>`
      }
    },
    /** The page so far; the next block begins another one. */
    end(): Written {
      closeTable()
      const foot = `<footer><span>${escaped(name)}</span><span>${number}</span></footer>`
      const pageContent = `<div class="report" data-page="${number}">${html}${isInteractive ? '' : foot}</div>`
      const pageStyles = isInteractive ? STYLES : PAPER_STYLES
      const written = { content: storedPage({ pageContent, pageStyles, pageActions: actions }), bookmarks }
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
