import { join } from 'node:path'
import { addressOf, type Content, type DocsGroup, PAGES } from '../content/content.ts'
import type { Page } from '../layout.ts'
import { type Html, html } from '../shared/html.ts'
import { article, type Document, documentsIn } from './documents.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/how-to')
/** For whom a page is, by the beginning of its name; others are for the daily work. */
const GROUPS: readonly { readonly group: DocsGroup; readonly names: RegExp }[] = [
  { group: 'developers', names: /^(add-|architecture)/ },
  { group: 'technicians', names: /^(connect-lock-boards|kiosk-data-sheet|try-a-kiosk|use-mosquitto)/ },
  { group: 'operate', names: /^(run-|connect-|import-residents-from)/ },
]
const groupOf = ({ name }: Document): DocsGroup => GROUPS.find(({ names }) => names.test(name))?.group ?? 'daily'
const pathOf = ({ name }: Document): string => `/docs/${name}/`

/** The how-to pages of the repository, and a page that lists them. */
export function docsPages(content: Content): Page[] {
  const { docs: texts, pages } = content
  const documents = documentsIn(FOLDER).sort((a, b) => a.title.localeCompare(b.title))
  const groups = Object.entries(texts.groups).map(
    ([group, heading]) => html`<section><h2>${heading}</h2>
<ul class="cards short">${documents
      .filter((one) => groupOf(one) === group)
      .map((one) => html`<li><h3><a href="${pathOf(one)}">${one.title}</a></h3><p>${one.summary}</p></li>`)}</ul></section>`,
  )
  const list: Html = html`<section class="hero"><h1>${pages.docs.title}</h1><p class="lead">${texts.lead}</p></section>
${groups}
<section><h2>${texts.api.title}</h2><p>${texts.api.text} <a href="/docs">/docs</a></p></section>`
  return [
    { ...pages.docs, name: 'docs', address: addressOf(content, 'docs'), body: list },
    ...documents.map(
      (one): Page => ({
        name: 'docs',
        address: pathOf(one),
        title: one.title,
        description: one.summary,
        body: article(one.title, '', one.body, html`<p><a href="${PAGES.docs}">${texts.back}</a></p>`),
      }),
    ),
  ]
}
