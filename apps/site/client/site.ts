import { followForm } from './send-form.ts'
import './site.css'

const BACK_TO_TOP_PX = 100
const BACK_TO_TOP_MS = 800
/** Sections appear on wider screens only (spec 3 §9). */
const WIDE = matchMedia('(min-width: 768px)')
export const isCalm = matchMedia('(prefers-reduced-motion: reduce)')

const header = document.querySelector<HTMLElement>('[data-header]')!
const top = document.querySelector<HTMLElement>('[data-top]')!

/** The header sticks once its own height has been scrolled past; the link to the top appears below 100 px. */
function onScroll() {
  header.toggleAttribute('data-sticks', scrollY > header.offsetHeight)
  top.hidden = scrollY <= BACK_TO_TOP_PX
}
addEventListener('scroll', onScroll, { passive: true })
onScroll()

top.addEventListener('click', (event) => {
  event.preventDefault()
  document.querySelector<HTMLElement>('.skip')!.focus({ preventScroll: true })
  const [from, begin] = [scrollY, performance.now()]
  if (isCalm.matches) return scrollTo(0, 0)
  const step = (now: number) => {
    const part = Math.min(1, (now - begin) / BACK_TO_TOP_MS)
    scrollTo(0, from * (1 - part) ** 2)
    if (part < 1) requestAnimationFrame(step)
  }
  return requestAnimationFrame(step)
})

/** The menu is closed by Escape and by a click elsewhere. */
const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')!
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu.open) return
  menu.open = false
  menu.querySelector('summary')!.focus()
})
addEventListener('click', ({ target }) => {
  if (!menu.contains(target as Node)) menu.open = false
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
