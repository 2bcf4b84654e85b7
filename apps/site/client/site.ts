import { followForm } from './forms/send-form.ts'
import { glide, isCalm } from './glide.ts'
import { countOf, onQuote, quote } from './quote.ts'
import './styles/frame.css'
import './styles/forms.css'
import './styles/sections.css'

const BACK_TO_TOP_PX = 100
const BACK_TO_TOP_MS = 800
const MENU_REFRESH_MS = 100
const STATE_MS = 10
/** Sections appear on wider screens only (spec 3 §9). */
const WIDE = matchMedia('(min-width: 768px)')

const header = document.querySelector<HTMLElement>('[data-header]')!
const slider = document.querySelector<HTMLElement>('[data-slider]')
const top = document.querySelector<HTMLElement>('[data-top]')!

/** The header sticks once its own height and that of the slider have been scrolled past; the link to the top appears below 100 px. */
function showState() {
  header.toggleAttribute('data-sticks', scrollY > header.offsetHeight + (slider?.offsetHeight ?? 0))
  top.hidden = scrollY <= BACK_TO_TOP_PX
}
let showing = 0
addEventListener(
  'scroll',
  () => {
    if (showing) return
    showing = window.setTimeout(() => {
      showing = 0
      showState()
    }, STATE_MS)
  },
  { passive: true },
)
showState()

top.addEventListener('click', (event) => {
  event.preventDefault()
  document.querySelector<HTMLElement>('.skip')!.focus({ preventScroll: true })
  glide(scrollY, 0, BACK_TO_TOP_MS, (y) => scrollTo(0, y))
})

/** The menu is closed by Escape, by a click elsewhere, and after the window has changed its size. */
const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')!
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu.open) return
  menu.open = false
  menu.querySelector('summary')!.focus()
})
addEventListener('click', ({ target }) => {
  if (!menu.contains(target as Node)) menu.open = false
})
let resizing = 0
addEventListener('resize', () => {
  clearTimeout(resizing)
  resizing = window.setTimeout(() => {
    menu.open = false
  }, MENU_REFRESH_MS)
})

document.querySelector('[data-open-search]')!.addEventListener('click', async () => (await import('./search.ts')).openSearch())

/** The chosen cabinets in the header, once there are any. */
const chosen = document.querySelector<HTMLElement>('[data-open-quote]')!
function countQuote() {
  const count = countOf(quote())
  chosen.hidden = count === 0
  chosen.textContent = `${chosen.dataset.label} (${count})`
}
onQuote(countQuote)
countQuote()
chosen.addEventListener('click', async (event) => {
  event.preventDefault()
  const panel = await import('./quote-panel.ts')
  panel.openQuote()
})

if (WIDE.matches && !isCalm.matches) {
  const sections = document.querySelectorAll('[data-appears]')
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) target.setAttribute('data-appears', 'now')
  })
  for (const section of sections) {
    section.setAttribute('data-appears', 'later')
    seen.observe(section)
  }
}

followForm(document.querySelector<HTMLFormElement>('[data-newsletter]')!)
