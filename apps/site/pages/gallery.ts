import { CABINETS } from '#features/enquiries/cabinets.ts'
import type { Content } from '../content/content.ts'
import { type Html, html } from '../html.ts'

/** Sizes of a drawing in its own units. */
const UNIT = 24
const WIDTH = 40
const GAP = 3

/** The drawing of a cabinet by its columns, and how many lockers it has. */
export function drawingOf(cabinet: string): { svg: Html; lockers: number; width: number; height: number } {
  const columns = cabinet.split(' ')
  const height = 5 * UNIT + 2 * GAP
  const width = columns.length * WIDTH + 2 * GAP
  let lockers = 0
  const doors = columns.flatMap((column, i) => {
    const x = GAP + i * WIDTH
    if (column === 'K')
      return [
        html`<rect class="kiosk" x="${x}" y="${GAP}" width="${WIDTH - GAP}" height="${5 * UNIT - GAP}" rx="2"/><rect class="display" x="${x + 6}" y="${GAP + UNIT}" width="${WIDTH - GAP - 12}" height="${UNIT}" rx="1"/>`,
      ]
    let y = GAP
    return [...column].map((units) => {
      const door = html`<rect class="door" x="${x}" y="${y}" width="${WIDTH - GAP}" height="${Number(units) * UNIT - GAP}" rx="2"/>`
      y += Number(units) * UNIT
      lockers += 1
      return door
    })
  })
  const svg = html`<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">${doors}</svg>`
  return { svg, lockers, width, height }
}

/** Locker banks with a filter; without a script all are shown, and links lead to the drawings. */
export function galleryPage({ gallery: texts, pages }: Content): Html {
  const kinds = Object.entries(texts.kinds)
  const choice = (value: string, label: string, isChosen: boolean) =>
    html`<label><input type="radio" name="kind" value="${value}"${isChosen ? html` checked` : ''}>${label}</label>`
  return html`<section class="hero"><h1>${pages.gallery.title}</h1><p class="lead">${texts.lead}</p></section>
<section data-gallery data-close="${texts.close}" data-previous="${texts.previous}" data-next="${texts.next}" data-of-all="${texts.ofAll}">
<fieldset class="filter" data-filter hidden><legend>${texts.filter}</legend>${choice('', texts.all, true)}${kinds.map(([kind, label]) => choice(kind, label, false))}</fieldset>
<ul class="gallery">
${CABINETS.map(({ name, kind, columns }) => {
  const { svg, lockers } = drawingOf(columns)
  return html`<li data-kind="${kind}"><button class="drawing" type="button" aria-label="${texts.open}: ${name}">${svg}</button><p><strong>${name}</strong> ${lockers} ${texts.lockers}. ${texts.kinds[kind]}.</p></li>`
})}
</ul>
<dialog class="lightbox" data-lightbox>
<div data-picture></div>
<p data-caption></p>
<p class="row"><button type="button" data-previous-button>${texts.previous}</button><button type="button" data-next-button>${texts.next}</button><button type="button" data-close-button>${texts.close}</button></p>
</dialog>
</section>`
}
