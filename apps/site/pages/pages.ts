import { type Asked, addressOf, type Content, type Item, type PageName, type PictureName } from '../content/content.ts'
import type { Page } from '../layout.ts'
import { type Html, html } from '../shared/html.ts'
import { slugOf } from '../shared/slug.ts'
import { docsPages } from './docs.ts'
import { contactPage, pricingPage } from './forms.ts'
import { galleryPage } from './gallery.ts'
import { newsPages } from './news.ts'
import { cards, carousel, toggles } from './parts.ts'
import { terminalOf } from './terminal.ts'

/** The pictures of the product, in the sizes of the build. */
export const PICTURES: readonly PictureName[] = ['portal', 'packages', 'terminal']
export const PICTURE_WIDTHS = [480, 960, 1440] as const
export const pictureFile = (name: PictureName, width: number, type: 'avif' | 'webp'): string =>
  `pictures/${name}-${width}.${type}`
const sources = (name: PictureName, type: 'avif' | 'webp'): string =>
  PICTURE_WIDTHS.map((width) => `/${pictureFile(name, width, type)} ${width}w`).join(', ')
const SIZES = '(min-width: 1120px) 1056px, calc(100vw - 32px)'

/** Every page of the site in one language, in the order of the menu. */
export function pagesOf(content: Content): readonly Page[] {
  const page = (name: PageName, body: Html, more: Partial<Page> = {}): Page => ({
    ...content.pages[name],
    name,
    address: addressOf(content, name),
    body,
    ...more,
  })
  const note = (name: PageName, { title, text }: Item) =>
    page(name, html`<section class="hero"><h1>${title}</h1><p class="lead">${text}</p></section>`, { isListed: false })
  /** A page whose button does what a link of an e-mail only leads to. Its form is sent to its own address, with the link's token. */
  const asked = (name: PageName, { title, text, button }: Asked) =>
    page(
      name,
      html`<section class="hero"><h1>${title}</h1><p class="lead">${text}</p><form method="post"><button>${button}</button></form></section>`,
      { isListed: false },
    )
  const { newsletter, contact, form, residents: texts, pages } = content
  const about = { '@type': 'Organization', name: 'Parcelhall', description: pages.home.description }
  const questions = texts.questions.map(({ title, text }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text },
  }))
  const translated = [
    page('home', home(content), { script: 'home', data: about }),
    page('product', product(content), {
      script: 'product',
      data: {
        '@type': 'SoftwareApplication',
        name: 'Parcelhall',
        applicationCategory: 'BusinessApplication',
        description: pages.product.description,
      },
    }),
    page('residents', residents(content), { script: 'accordion', data: { '@type': 'FAQPage', mainEntity: questions } }),
    page('gallery', galleryPage(content), { script: 'gallery' }),
    page('pricing', pricingPage(content), { script: 'forms/forms' }),
    page('contact', contactPage(content), { script: 'forms/forms' }),
    page('legal', legal(content)),
  ]
  if (content.folder !== '') return translated
  return [
    ...translated,
    ...newsPages(content),
    ...docsPages(content),
    note('contactSent', contact.sent),
    note('formIncomplete', form.incomplete),
    note('formEmail', form.wrongEmail),
    note('formLater', form.tooMany),
    note('newsletterSent', newsletter.sent),
    asked('newsletterConfirm', newsletter.confirm),
    asked('newsletterUnsubscribe', newsletter.unsubscribe),
    note('newsletterConfirmed', newsletter.confirmed),
    note('newsletterExpired', newsletter.expired),
    note('newsletterUnsubscribed', newsletter.unsubscribed),
  ]
}

function home(content: Content): Html {
  const { steps, reasons, worksWith, pictures, ...texts } = content.home
  const [first] = texts.words
  const slides = PICTURES.map((name, i) => pictureOf(name, pictures[name], i === 0))
  const partners = worksWith.list.map(({ title, text }) => html`<strong>${title}</strong> <span>${text}</span>`)
  return html`<section class="hero">
<h1>${texts.beforeWords} <span class="word" data-words="${texts.words.join('|')}" data-pause="${texts.pause}" data-resume="${texts.resume}">${first!}</span></h1>
<p class="lead">${texts.lead}</p>
<p><a class="button" href="${addressOf(content, 'product')}">${texts.more}</a> <a href="${addressOf(content, 'residents')}">${content.pages.residents.name}</a></p>
</section>
<section data-slider>${carousel(content, pictures.heading, slides, true)}</section>
<section data-appears><h2>${steps.heading}</h2>${cards(steps.list, true)}</section>
<section data-appears><h2>${reasons.heading}</h2>${cards(reasons.list)}</section>
<section><h2>${worksWith.heading}</h2>${carousel(content, worksWith.heading, partners, false)}</section>`
}

const pictureOf = (name: PictureName, { title, text }: Item, isFirst: boolean): Html => html`<figure class="screen"><picture>
<source type="image/avif" srcset="${sources(name, 'avif')}" sizes="${SIZES}">
<img src="/${pictureFile(name, 960, 'webp')}" srcset="${sources(name, 'webp')}" sizes="${SIZES}" width="1440" height="900" alt="${text}" ${isFirst ? html`fetchpriority="high"` : html`loading="lazy"`}>
</picture><figcaption>${title}</figcaption></figure>`

const product = (content: Content): Html => {
  const { lead, parts, theme, details } = content.product
  return html`<section class="hero">
<h1>${content.pages.product.title}</h1>
<p class="lead">${lead}</p>
</section>
${parts.map(
  ({ title, text, points }) => html`<section class="part" id="${slugOf(title)}" data-appears>
<h2>${title}</h2>
<div><p>${text}</p><ul>${points.map((point) => html`<li>${point}</li>`)}</ul></div>
</section>`,
)}
<section id="theme"><h2>${theme.heading}</h2><p>${theme.lead}</p>${terminalOf(content)}</section>
<section><h2>${details.heading}</h2>${toggles(content, details.list)}</section>`
}

/** One answer is open (spec 3 §4): the browser closes the others of the same name. */
const residents = ({ residents: texts, pages }: Content): Html => html`<section class="hero">
<h1>${pages.residents.title}</h1>
<p class="lead">${texts.lead}</p>
</section>
<section><h2>${texts.stepsHeading}</h2>${cards(texts.steps, true)}</section>
<section>
<h2>${texts.questionsHeading}</h2>
${texts.questions.map(({ title, text }, i) => html`<details class="question" name="question"${i === 0 ? html` open` : ''}><summary>${title}</summary><p>${text}</p></details>`)}
</section>
<section><h2>${texts.registerHeading}</h2><p>${texts.register}</p></section>`

const legal = ({
  legal: { sections },
  pages,
}: Content): Html => html`<section class="hero"><h1>${pages.legal.title}</h1></section>
${sections.map(({ title, text }) => html`<section><h2>${title}</h2><p>${text}</p></section>`)}`
