import { CABINETS, MAX_OF_CABINET } from '#features/enquiries/cabinets.ts'
import { ENQUIRY_MAX, type EnquiryKind } from '#features/enquiries/contract.ts'
import type { Content } from '../content/content.ts'
import { drawingOf } from '../shared/drawing.ts'
import { type Html, html } from '../shared/html.ts'
import { priceText } from '../shared/price.ts'
import { mapOf } from './map.ts'
import { popover } from './parts.ts'

/** Prices by list, and a quote of the chosen cabinets with its sum. */
export function pricingPage(content: Content): Html {
  const { pricing: texts, pages } = content
  return html`<section class="hero"><h1>${pages.pricing.title}</h1><p class="lead">${texts.lead}</p></section>
<section>
<h2>${texts.cabinetsHeading} ${popover('included', texts.included)}</h2>
${formOf(
  content,
  'quote',
  texts.send,
  html`<ul class="gallery">
${CABINETS.map(({ name, price, columns }) => {
  const { svg, lockers } = drawingOf(columns)
  return html`<li><div class="drawing">${svg}</div><p><strong>${name}</strong> ${lockers} ${content.gallery.lockers}. ${priceText(price, content.language)}</p>
<label>${texts.count.replace('{name}', name)} <input name="cabinet-${name}" type="number" min="0" max="${MAX_OF_CABINET}" value="0" inputmode="numeric"></label></li>`
})}
</ul>
<p class="total">${texts.total}: <output>–</output></p>
<p>${texts.tax}</p>`,
)}
</section>`
}

/** A message, or the days for a demonstration. */
export function contactPage(content: Content): Html {
  const { contact: texts, pages } = content
  const days = html`<div class="fields" data-days data-label="${texts.days}" data-format="${texts.daysFormat}"><label>${texts.from}<input name="from" type="date" required></label><label>${texts.until}<input name="until" type="date" required></label></div>`
  return html`<section class="hero"><h1>${pages.contact.title}</h1><p class="lead">${texts.lead}</p></section>
<section><h2>${texts.messageHeading}</h2>${formOf(content, 'contact', content.form.send, '')}</section>
<section><h2>${texts.demoHeading}</h2><p>${texts.demoLead}</p>${formOf(content, 'demo', texts.ask, days)}</section>
<section><h2>${texts.placeHeading}</h2>${mapOf(texts.map)}</section>`
}

/** A form of an enquiry; without a script it is sent as it is. */
function formOf({ form, editor }: Content, kind: EnquiryKind, send: string, own: Html | ''): Html {
  const field = (name: 'name' | 'email' | 'company' | 'phone', type: string, autocomplete: string, isRequired: boolean) =>
    html`<label>${form[name]}<input name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${ENQUIRY_MAX[name]}"${isRequired ? html` required` : ''}></label>`
  return html`<form class="enquiry" action="/api/enquiry" method="post" data-enquiry="${kind}"
 data-required="${form.required}" data-invalid-email="${form.invalidEmail}" data-ok="${form.ok}" data-failed="${form.failed}">
<input type="hidden" name="kind" value="${kind}">
${own}
<div class="fields">
${field('name', 'text', 'name', true)}
${field('email', 'email', 'email', true)}
${field('company', 'text', 'organization', false)}
${field('phone', 'tel', 'tel', false)}
</div>
<label${kind === 'quote' ? html` data-editor data-bold="${editor.bold}" data-italic="${editor.italic}" data-list="${editor.list}" data-numbers="${editor.numbers}"` : ''}><span>${form.message}</span><textarea name="message" rows="5" maxlength="${ENQUIRY_MAX.message}"${kind === 'contact' ? html` required` : ''}></textarea></label>
<p><button>${send}</button></p>
<p role="status" data-reply></p>
</form>`
}
