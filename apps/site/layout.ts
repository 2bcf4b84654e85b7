import { type Content, PAGES, type PageName } from './content/content.ts'
import { type Html, html } from './html.ts'

/** The files of a build that a page loads. */
export type Files = {
  readonly styles: readonly string[]
  /** The script of every page, and that of this one. */
  readonly scripts: readonly string[]
}
export type Page = { readonly name: PageName; readonly body: Html; readonly isListed?: boolean }

/** The pages of the menu, in order. */
const MENU = ['residents', 'pricing', 'gallery', 'contact'] as const

/** A page with its frame: header with menu, content, newsletter and footer. Addresses are relative to the site, so that it works at any host. */
export function pageOf(content: Content, { name, body, isListed = true }: Page, { styles, scripts }: Files): string {
  const { title, description } = content.pages[name]
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
<link rel="canonical" href="${PAGES[name]}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="alternate" type="application/json" href="/docs/openapi.json" title="API">
${styles.map((file) => html`<link rel="stylesheet" href="/${file}">`)}
${scripts.map((file) => html`<script type="module" src="/${file}"></script>`)}
</head>
<body>
<a class="skip" href="#content">${content.skip}</a>
<header class="header" data-header>
<div class="bar">
<a class="brand" href="/"><img src="/favicon.svg" width="28" height="28" alt="">Parcelhall</a>
<nav class="menu" aria-label="${content.menu}">
<ul>
<li>${partsMenu(content)}</li>
${MENU.map((page) => entryOf(content, page, name))}
<li><a class="button" href="/portal/">${content.signIn}</a></li>
</ul>
</nav>
</div>
</header>
<main id="content">
${body}
</main>
<footer class="footer">
<div class="bar columns">
${newsletterOf(content)}
<nav aria-label="Parcelhall">
<ul>
${(['product', ...MENU, 'legal'] as const).map((page) => entryOf(content, page, name))}
<li><a href="/docs">API</a></li>
</ul>
</nav>
</div>
</footer>
<a class="top" href="#" data-top hidden>${content.backToTop}</a>
</body>
</html>
`.text
}

/** The parts of the product under their heading: a wide menu that works without a script. */
const partsMenu = ({ pages, product: { parts }, home }: Content): Html => html`<details class="parts" data-menu>
<summary>${pages.product.name}</summary>
<div>
<ul>${parts.map(({ title, text }) => html`<li><a href="${PAGES.product}#${slugOf(title)}"><strong>${title}</strong> ${text}</a></li>`)}</ul>
<p><a href="${PAGES.product}">${home.more}</a></p>
</div>
</details>`

/** The name of a section in an address. */
export const slugOf = (title: string): string => title.toLowerCase().replace(/\W+/g, '-')

const entryOf = (content: Content, page: PageName, current: PageName): Html =>
  html`<li><a href="${PAGES[page]}"${page === current ? html` aria-current="page"` : ''}>${content.pages[page].name}</a></li>`

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
