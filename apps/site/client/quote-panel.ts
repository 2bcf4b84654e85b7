import { CABINETS, MAX_OF_CABINET, totalOf } from '#features/enquiries/cabinets.ts'
import { drawingOf } from '../shared/drawing.ts'
import { priceText } from '../shared/price.ts'
import { openPanel } from './panels.ts'
import { keepQuote, onQuote, quote } from './quote.ts'

const panel = document.querySelector<HTMLDialogElement>('[data-quote]')!
const list = panel.querySelector('ul')!
const { empty = '', remove = '', count = '' } = panel.dataset

/** A chosen cabinet: its drawing, its number, and a button that removes it. */
function lineOf(name: string, columns: string, chosen: number): HTMLElement {
  const line = document.createElement('li')
  line.innerHTML = drawingOf(columns).svg.text
  const label = Object.assign(document.createElement('label'), { className: 'chosen' })
  const field = Object.assign(document.createElement('input'), { type: 'number', min: '1', max: String(MAX_OF_CABINET) })
  field.value = String(chosen)
  field.ariaLabel = count.replace('{name}', name)
  field.addEventListener('change', () => keepQuote({ ...quote(), [name]: Number(field.value) }))
  label.append(name, field)
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'plain', textContent: remove })
  button.ariaLabel = `${remove}: ${name}`
  button.addEventListener('click', () => {
    keepQuote({ ...quote(), [name]: 0 })
    panel.querySelector<HTMLElement>('[data-close]')!.focus()
  })
  line.append(label, button)
  return line
}

function show() {
  const chosen = quote()
  const lines = CABINETS.filter(({ name }) => chosen[name]).map(({ name, columns }) => lineOf(name, columns, chosen[name]!))
  list.replaceChildren(...(lines.length > 0 ? lines : [Object.assign(document.createElement('li'), { textContent: empty })]))
  panel.querySelector('output')!.textContent = priceText(totalOf(chosen), document.documentElement.lang)
}
onQuote(show)

/** Opens the panel of chosen cabinets with their sum. */
export function openQuote() {
  show()
  openPanel(panel)
}
