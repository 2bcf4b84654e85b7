import { join } from 'node:path'
import { addressOf, type Content, type NewsKind, PAGES } from '../content/content.ts'
import { ORIGIN, type Page } from '../layout.ts'
import { type Html, html } from '../shared/html.ts'
import { markdownOf } from '../shared/markdown.ts'
import { article, type Document, documentsIn } from './documents.ts'
import { filterOf } from './parts.ts'

const FOLDER = join(import.meta.dirname, '../news')

type News = Document & { readonly kind: NewsKind; readonly day: string; readonly address: string }

/** The news, latest first: `news/<kind>/<day>-<name>.md`. */
function newsOf({ news }: Content): News[] {
  const all = (Object.keys(news.kinds) as NewsKind[]).flatMap((kind) =>
    documentsIn(join(FOLDER, kind)).map((one) => {
      const [, day, name] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(one.name) ?? []
      if (!day || !name) throw new Error(`${one.name}.md does not begin with its day`)
      return { ...one, kind, day, address: `${PAGES.news}${name}/` }
    }),
  )
  return all.sort((a, b) => b.day.localeCompare(a.day))
}

const dayOf = (content: Content, day: string): Html => {
  const text = new Date(day).toLocaleDateString(content.language, { dateStyle: 'long', timeZone: 'UTC' })
  return html`<time datetime="${day}">${text}</time>`
}

/** The list of news, a page for each, and the page on which a writer sees how one will look. */
export function newsPages(content: Content): Page[] {
  const { news: texts, newsPreview, pages } = content
  const all = newsOf(content)
  const list = html`<section class="hero"><h1>${pages.news.title}</h1><p class="lead">${texts.lead}</p>
<p><a href="/news/feed.xml" type="application/rss+xml">${texts.feed}</a></p></section>
<section data-filtered>${filterOf(texts.filter, texts.all, texts.kinds)}
<ul class="gallery">${all.map(
    (one) =>
      html`<li data-kind="${one.kind}"><p class="dimmed">${dayOf(content, one.day)} · ${texts.kinds[one.kind]}</p><h2><a href="${one.address}">${one.title}</a></h2><p>${one.summary}</p></li>`,
  )}</ul></section>`
  const preview = html`<section class="hero"><h1>${pages.newsPreview.title}</h1><p class="lead">${newsPreview.lead}</p></section>
<section class="preview" data-preview><p class="unscripted">${newsPreview.needsScript}</p><label class="draft scripted">${newsPreview.text}<textarea rows="8">${newsPreview.example}</textarea></label>
<h2>${newsPreview.preview}</h2><div class="text" aria-live="polite">${markdownOf(newsPreview.example)}</div></section>`
  return [
    { ...pages.news, name: 'news', address: addressOf(content, 'news'), body: list, script: 'filter' },
    ...all.map(
      (one): Page => ({
        name: 'news',
        address: one.address,
        title: one.title,
        description: one.summary,
        body: article(
          one.title,
          html`<p class="dimmed">${dayOf(content, one.day)} · ${texts.kinds[one.kind]}</p>`,
          one.body,
          html`<p><a href="${PAGES.news}">${texts.back}</a></p>`,
        ),
        data: { '@type': 'NewsArticle', headline: one.title, datePublished: one.day, description: one.summary },
      }),
    ),
    {
      ...pages.newsPreview,
      name: 'newsPreview',
      address: addressOf(content, 'newsPreview'),
      body: preview,
      script: 'news-preview',
      isListed: false,
    },
  ]
}

/** The feed of the news (RSS 2.0). */
export function feedOf(content: Content): string {
  const { title, description } = content.pages.news
  const items = newsOf(content).map(
    (one) =>
      html`<item><title>${one.title}</title><link>${ORIGIN}${one.address}</link><guid>${ORIGIN}${one.address}</guid><pubDate>${new Date(one.day).toUTCString()}</pubDate><description>${one.summary}</description></item>`,
  )
  return html`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Parcelhall: ${title}</title><link>${ORIGIN}${PAGES.news}</link><description>${description}</description><language>${content.language}</language><atom:link href="${ORIGIN}/news/feed.xml" rel="self" type="application/rss+xml"/>${items}</channel></rss>
`.text
}
