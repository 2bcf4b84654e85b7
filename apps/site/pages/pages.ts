import type { Content, Item } from '../content/content.ts'
import { type Html, html } from '../html.ts'
import { type Page, slugOf } from '../layout.ts'
import { contactPage, pricingPage } from './forms.ts'
import { galleryPage } from './gallery.ts'

/** The picture of the portal, in the sizes of the build. */
export const PICTURE_WIDTHS = [480, 960, 1440] as const
export const pictureFile = (width: number, type: 'avif' | 'webp'): string => `pictures/portal-${width}.${type}`
const sources = (type: 'avif' | 'webp'): string =>
  PICTURE_WIDTHS.map((width) => `/${pictureFile(width, type)} ${width}w`).join(', ')
const SIZES = '(min-width: 1120px) 1056px, calc(100vw - 32px)'

/** Every page of the site, in the order of the menu. */
export const pagesOf = (content: Content): readonly Page[] => [
  { name: 'home', body: home(content) },
  { name: 'product', body: product(content) },
  { name: 'residents', body: residents(content) },
  { name: 'gallery', body: galleryPage(content) },
  { name: 'pricing', body: pricingPage(content) },
  { name: 'contact', body: contactPage(content) },
  { name: 'contactSent', body: note(content.contact.sent), isListed: false },
  { name: 'legal', body: legal(content) },
  { name: 'newsletterSent', body: note(content.newsletter.sent), isListed: false },
  { name: 'newsletterConfirmed', body: note(content.newsletter.confirmed), isListed: false },
  { name: 'newsletterExpired', body: note(content.newsletter.expired), isListed: false },
  { name: 'newsletterUnsubscribed', body: note(content.newsletter.unsubscribed), isListed: false },
]

const cards = (list: readonly Item[], isOrdered = false): Html => {
  const entries = list.map(({ title, text }) => html`<li><h3>${title}</h3><p>${text}</p></li>`)
  return isOrdered ? html`<ol class="cards">${entries}</ol>` : html`<ul class="cards">${entries}</ul>`
}

function home({ home: { steps, reasons, ...texts }, pages }: Content): Html {
  const [first] = texts.words
  return html`<section class="hero">
<h1>${texts.beforeWords} <span class="word" data-words="${texts.words.join('|')}" data-pause="${texts.pause}" data-resume="${texts.resume}">${first!}</span></h1>
<p class="lead">${texts.lead}</p>
<p><a class="button" href="/product/">${texts.more}</a> <a href="/residents/">${pages.residents.name}</a></p>
</section>
<section>
<picture class="screen">
<source type="image/avif" srcset="${sources('avif')}" sizes="${SIZES}">
<img src="/${pictureFile(960, 'webp')}" srcset="${sources('webp')}" sizes="${SIZES}" width="1440" height="900" alt="${texts.picture}" fetchpriority="high">
</picture>
</section>
<section data-appears><h2>${steps.heading}</h2>${cards(steps.list, true)}</section>
<section data-appears><h2>${reasons.heading}</h2>${cards(reasons.list)}</section>`
}

const product = ({ product: { lead, parts }, pages }: Content): Html => html`<section class="hero">
<h1>${pages.product.title}</h1>
<p class="lead">${lead}</p>
</section>
${parts.map(
  ({ title, text, points }) => html`<section class="part" id="${slugOf(title)}" data-appears>
<h2>${title}</h2>
<div><p>${text}</p><ul>${points.map((point) => html`<li>${point}</li>`)}</ul></div>
</section>`,
)}`

/** One answer is open at a time: the browser closes the others of the same name. */
const residents = ({ residents: texts, pages }: Content): Html => html`<section class="hero">
<h1>${pages.residents.title}</h1>
<p class="lead">${texts.lead}</p>
</section>
<section><h2>${texts.stepsHeading}</h2>${cards(texts.steps, true)}</section>
<section>
<h2>${texts.questionsHeading}</h2>
${texts.questions.map(({ title, text }) => html`<details class="question" name="question"><summary>${title}</summary><p>${text}</p></details>`)}
</section>
<section><h2>${texts.registerHeading}</h2><p>${texts.register}</p></section>`

const legal = ({
  legal: { sections },
  pages,
}: Content): Html => html`<section class="hero"><h1>${pages.legal.title}</h1></section>
${sections.map(({ title, text }) => html`<section><h2>${title}</h2><p>${text}</p></section>`)}`

const note = ({ title, text }: Item): Html => html`<section class="hero"><h1>${title}</h1><p class="lead">${text}</p></section>`
