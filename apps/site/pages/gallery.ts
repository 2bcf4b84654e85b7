import { CABINETS } from '#features/enquiries/cabinets.ts'
import type { Content } from '../content/content.ts'
import { drawingOf } from '../shared/drawing.ts'
import { type Html, html } from '../shared/html.ts'
import { slugOf } from '../shared/slug.ts'
import { filterOf, popover } from './parts.ts'

export const drawingFile = (name: string): string => `pictures/cabinet-${slugOf(name)}.svg`

/** Locker banks with a filter; without a script all are shown, and each drawing leads to its file. */
export function galleryPage(content: Content): Html {
  const { gallery: texts, lightbox, pages, quote } = content
  return html`<section class="hero"><h1>${pages.gallery.title}</h1><p class="lead">${texts.lead} ${popover('sizes', texts.sizes)}</p></section>
<section data-filtered data-gallery data-loading="${lightbox.loading}" data-not-loaded="${lightbox.notLoaded}" data-of-all="${lightbox.ofAll}" data-added="${quote.added}">
${filterOf(texts.filter, texts.all, texts.kinds)}
<ul class="gallery">
${CABINETS.map(({ name, kind, columns }) => {
  const { svg, lockers } = drawingOf(columns)
  return html`<li data-kind="${kind}"><a class="drawing" href="/${drawingFile(name)}" aria-label="${texts.open}: ${name}">${svg}</a><p><strong>${name}</strong> ${lockers} ${texts.lockers}. ${texts.kinds[kind]}.</p>
<button type="button" class="plain scripted" data-add="${name}">${texts.add}</button></li>`
})}
</ul>
<p role="status" data-added-reply></p>
<dialog class="lightbox" data-lightbox aria-label="${texts.open}">
<div data-picture></div>
<p data-caption aria-live="polite"></p>
<p class="row"><button type="button" data-previous-button>${lightbox.previous}</button><button type="button" data-next-button>${lightbox.next}</button><button type="button" data-close-button>${lightbox.close}</button></p>
</dialog>
</section>`
}
