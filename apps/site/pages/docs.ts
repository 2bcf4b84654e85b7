import { join } from 'node:path'
import { addressOf, type Content, PAGES } from '../content/content.ts'
import type { Page } from '../layout.ts'
import { type Html, html } from '../shared/html.ts'
import { article, type Document, documentsIn } from './documents.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/how-to')
const pathOf = ({ name }: Document): string => `/docs/${name}/`

/** The how-to pages of the repository, and a page that lists them by their audience. Throws for a page that does not name one. */
export function docsPages(content: Content): Page[] {
  const { docs: texts, pages } = content
  const documents = documentsIn(FOLDER).sort((a, b) => a.title.localeCompare(b.title))
  const lost = documents.find(({ audience = '' }) => !Object.hasOwn(texts.groups, audience))
  if (lost) throw new Error(`docs/how-to/${lost.name}.md does not say for whom it is: ${Object.keys(texts.groups).join(', ')}`)
  const groups = Object.entries(texts.groups).map(
    ([group, heading]) => html`<section><h2>${heading}</h2>
<ul class="cards short">${documents
      .filter(({ audience }) => audience === group)
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
