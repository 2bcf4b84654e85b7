import { CONTRAST, contrastOf } from '#features/themes/contrast.ts'
import { isCalm } from './glide.ts'

/** Height of a closed toggle, and how long it opens and closes (spec 3 §9). */
const PREVIEW_PX = 25
const TOGGLE_MS = 350

for (const group of document.querySelectorAll<HTMLElement>('[data-toggles]'))
  for (const toggle of group.querySelectorAll<HTMLElement>('.toggle')) {
    const { more = '', less = '' } = group.dataset
    const [title, text] = [toggle.querySelector('h3')!, toggle.querySelector('p')!]
    text.id = `toggle-${Math.random().toString(36).slice(2)}`
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'plain' })
    button.setAttribute('aria-controls', text.id)
    const show = (isOpen: boolean, ms: number) => {
      const [from, to] = [text.offsetHeight, isOpen ? text.scrollHeight : PREVIEW_PX]
      text.classList.toggle('closed', !isOpen)
      text.animate([{ height: `${from}px` }, { height: `${to}px` }], isCalm.matches ? 0 : ms)
      button.setAttribute('aria-expanded', String(isOpen))
      button.textContent = isOpen ? less : more
      button.ariaLabel = `${isOpen ? less : more}: ${title.textContent}`
    }
    button.addEventListener('click', () => show(text.classList.contains('closed'), TOGGLE_MS))
    toggle.append(button)
    show(false, 0)
  }

/** The terminal in the chosen colours, with the better of black and white for its texts. */
const theming = document.querySelector<HTMLElement>('[data-theming]')!
const form = theming.querySelector('form')!
const { contrast = '', weak = '' } = theming.dataset
const readable = (background: string): string =>
  contrastOf('#000000', background)! > contrastOf('#ffffff', background)! ? '#000000' : '#ffffff'

function paint() {
  const { background, button } = Object.fromEntries(new FormData(form)) as Record<string, string>
  theming.style.setProperty('--terminal', background!)
  theming.style.setProperty('--on-terminal', readable(background!))
  theming.style.setProperty('--key', button!)
  theming.style.setProperty('--on-key', readable(button!))
  const between = contrastOf(background!, button!)!
  const text = contrast.replace('{contrast}', between.toFixed(1))
  theming.querySelector('[role="status"]')!.textContent = between < CONTRAST.large ? `${text} ${weak}` : text
}
form.addEventListener('input', paint)
paint()
