import { addressOf, type Content, isIn, type PageName } from './content/content.ts'
import { type Html, html, Html as Raw } from './shared/html.ts'
import { slugOf } from './shared/slug.ts'

/** Stands for the address of the installation, which only its server knows. */
export const ORIGIN = '%ORIGIN%'

/** The files of a build that a page loads. */
export type Files = {
  readonly styles: readonly string[]
  /** The script of every page, and that of this one. */
  readonly scripts: readonly string[]
}
export type Page = {
  /** The entry of the menu that it belongs to. */
  readonly name: PageName
  readonly address: string
  readonly title: string
  readonly description: string
  readonly body: Html
  /** Its own script in `client/`, besides that of all pages. */
  readonly script?: string
  readonly isListed?: boolean
  /** What it says for search engines (schema.org). */
  readonly data?: Readonly<Record<string, unknown>>
}

/** The pages of the menu, in order. */
const MENU = ['residents', 'pricing', 'gallery', 'news', 'docs', 'contact'] as const

/** The picture of a page for other sites, in the folder of pictures. */
export const sharePicture = (name: PageName): string =>
  `pictures/share-${name === 'gallery' || name === 'pricing' ? 'cabinets' : 'portal'}.png`

/** A page with its frame: header with menu, content, newsletter and footer. `contents`: the site in each language. */
export function pageOf(content: Content, page: Page, { styles, scripts }: Files, contents: readonly Content[]): string {
  const { name, address, title, description, body, isListed = true, data } = page
  const isTranslated = address === addressOf(content, name)
  const others = isTranslated ? contents.filter((one) => isIn(one, name)) : []
  return html`<!doctype html>
<html lang="${content.language}">
<head>
<meta charset="utf-8">
<title>${title} · Parcelhall</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${isListed ? html`<meta name="description" content="${description}">` : html`<meta name="robots" content="noindex">`}
<meta name="color-scheme" content="light dark">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:url" content="${ORIGIN}${address}">
<meta property="og:image" content="${ORIGIN}/${sharePicture(name)}">
<link rel="canonical" href="${ORIGIN}${address}">
${others.length > 1 ? others.map((one) => html`<link rel="alternate" hreflang="${one.language}" href="${ORIGIN}${addressOf(one, name)}">`) : ''}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="alternate" type="application/rss+xml" href="/news/feed.xml" title="${content.pages.news.title}">
${styles.map((file) => html`<link rel="stylesheet" href="/${file}">`)}
${scripts.map((file) => html`<script type="module" src="/${file}"></script>`)}
${data ? html`<script type="application/ld+json">${new Raw(jsonOf({ '@context': 'https://schema.org', ...data }))}</script>` : ''}
</head>
<body>
<a class="skip" href="#content">${content.skip}</a>
<header class="header" data-header>
<div class="bar">
<a class="brand" href="${addressOf(content, 'home')}"><img src="/favicon.svg" width="28" height="28" alt="">Parcelhall</a>
<nav class="menu" aria-label="${content.menu}">
<ul>
<li>${partsMenu(content)}</li>
${MENU.map((entry) => entryOf(content, entry, name))}
<li><button type="button" class="plain scripted" data-open-search>${content.search.open}</button></li>
<li><a class="plain" href="${addressOf(content, 'pricing')}" data-open-quote data-label="${content.quote.open}" hidden></a></li>
</ul>
</nav>
<a class="button" href="/portal/">${content.signIn}</a>
</div>
</header>
<main id="content">
${body}
</main>
<footer class="footer">
<div class="bar columns">
${newsletterOf(content)}
<div>
<nav aria-label="Parcelhall">
<ul>
${(['product', ...MENU, 'legal'] as const).map((entry) => entryOf(content, entry, name))}
<li><a href="/docs">API</a></li>
</ul>
</nav>
${others.length > 1 ? languagesOf(content, others, name) : ''}
</div>
</div>
</footer>
<a class="top" href="#" data-top hidden>${content.backToTop}</a>
${panelsOf(content)}
</body>
</html>
`.text
}

/** JSON inside an element of HTML. */
const jsonOf = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** The parts of the product under their heading: a wide menu that works without a script. */
const partsMenu = (content: Content): Html => {
  const { pages, product, home } = content
  const address = addressOf(content, 'product')
  return html`<details class="parts" data-menu>
<summary>${pages.product.name}</summary>
<div>
<ul>${product.parts.map(({ title, text }) => html`<li><a href="${address}#${slugOf(title)}"><strong>${title}</strong> ${text}</a></li>`)}</ul>
<p><a href="${address}">${home.more}</a></p>
</div>
</details>`
}

const entryOf = (content: Content, page: PageName, current: PageName): Html =>
  html`<li><a href="${addressOf(content, page)}"${page === current ? html` aria-current="page"` : ''}>${content.pages[page].name}</a></li>`

const languagesOf = (content: Content, others: readonly Content[], name: PageName): Html =>
  html`<nav aria-label="${content.languages}"><ul>${others.map(
    (one) =>
      html`<li><a href="${addressOf(one, name)}" lang="${one.language}" hreflang="${one.language}"${one === content ? html` aria-current="true"` : ''}>${one.languageName}</a></li>`,
  )}</ul></nav>`

/** The panels of the header, which a script opens: search and the chosen cabinets. */
const panelsOf = (content: Content): Html => {
  const { search, quote, lightbox, pricing } = content
  const close = html`<button type="button" class="plain" data-close>${lightbox.close}</button>`
  return html`<dialog class="panel" data-search aria-label="${search.open}" data-none="${search.none}" data-not-loaded="${search.notLoaded}">
<p class="row"><input type="search" aria-label="${search.field}" placeholder="${search.field}">${close}</p><ul class="lines" aria-live="polite"></ul></dialog>
<dialog class="panel side" data-quote aria-label="${quote.open}" data-empty="${quote.empty}" data-remove="${quote.remove}" data-count="${pricing.count}">
<p class="row"><strong>${quote.open}</strong>${close}</p><ul class="lines"></ul><p class="total">${pricing.total}: <output>–</output></p><p><a class="button" href="${addressOf(content, 'pricing')}">${quote.go}</a></p></dialog>`
}

/** The newsletter form (spec 3 §7, §8): without a script it is sent as it is, and a page says what follows. */
const newsletterOf = ({
  newsletter,
}: Content): Html => html`<form class="newsletter" action="/api/newsletter" method="post" data-newsletter
 data-required="${newsletter.required}" data-invalid-email="${newsletter.invalidEmail}" data-ok="${newsletter.ok}" data-failed="${newsletter.failed}">
<h2>${newsletter.heading}</h2>
<p>${newsletter.lead}</p>
<input type="hidden" name="action" value="newsletter_subscribe">
<label for="newsletter-email">${newsletter.email}</label>
<div class="row">
<input id="newsletter-email" name="email" type="email" autocomplete="email" required>
<button>${newsletter.subscribe}</button>
</div>
<p role="status" data-reply></p>
</form>`
