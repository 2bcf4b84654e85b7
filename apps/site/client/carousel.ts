import { glide, isCalm } from './glide.ts'

/** How long a slide takes to the next one, to a chosen one, and from the end back to the beginning; how long it stays (spec 3 §9). */
const SLIDE_MS = 200
const CHOICE_MS = 800
const REWIND_MS = 1000
const STAY_MS = 7000

const newButton = (label: string, text: string): HTMLButtonElement => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'plain'
  button.ariaLabel = label
  button.textContent = text
  return button
}

/** Buttons for a row of slides, which is scrolled sideways without them too; one with `data-timed` goes on by itself. */
function run(carousel: HTMLElement) {
  const { previous = '', next = '', goTo = '', pause = '', resume = '' } = carousel.dataset
  const row = carousel.querySelector<HTMLElement>('.slides')!
  const slides = [...row.children] as HTMLElement[]
  const shown = () => slides.reduce((best, one, i) => (distance(one) < distance(slides[best]!) ? i : best), 0)
  const distance = (slide: HTMLElement) => Math.abs(slide.offsetLeft - row.scrollLeft)
  const atEnd = () => row.scrollLeft >= row.scrollWidth - row.clientWidth - 1
  function show(at: number, ms: number) {
    row.style.scrollSnapType = 'none'
    const target = Math.min(slides[at]!.offsetLeft, row.scrollWidth - row.clientWidth)
    glide(
      row.scrollLeft,
      target,
      ms,
      (left) => row.scrollTo(left, 0),
      () => row.style.removeProperty('scroll-snap-type'),
    )
  }
  const forward = () => (atEnd() ? show(0, REWIND_MS) : show(shown() + 1, SLIDE_MS))
  const back = () => (row.scrollLeft < 1 ? show(slides.length - 1, REWIND_MS) : show(Math.max(0, shown() - 1), SLIDE_MS))

  const controls = document.createElement('p')
  controls.className = 'row controls'
  const before = newButton(previous, '‹')
  before.addEventListener('click', back)
  const after = newButton(next, '›')
  after.addEventListener('click', forward)
  const dots = slides.map((_slide, i) => {
    const dot = newButton(goTo.replace('{n}', String(i + 1)), '•')
    dot.addEventListener('click', () => show(i, CHOICE_MS))
    return dot
  })
  const mark = () => {
    for (const [i, dot] of dots.entries()) dot.setAttribute('aria-current', String(i === shown()))
  }
  row.addEventListener('scroll', mark, { passive: true })
  mark()
  controls.append(before, ...dots, after)
  if ('timed' in carousel.dataset && !isCalm.matches) controls.append(...timer(forward, pause, resume))
  carousel.append(controls)
}

/** A bar that fills while a slide stays, and a button that stops it. */
function timer(forward: () => void, pause: string, resume: string): [HTMLElement, HTMLElement] {
  const bar = document.createElement('span')
  bar.className = 'progress'
  const filling = bar.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], STAY_MS)
  filling.addEventListener('finish', () => {
    forward()
    filling.play()
  })
  const button = newButton(pause, '❚❚')
  button.addEventListener('click', () => {
    const isRunning = filling.playState === 'running'
    if (isRunning) filling.pause()
    else filling.play()
    button.ariaLabel = isRunning ? resume : pause
    button.textContent = isRunning ? '▶' : '❚❚'
  })
  return [bar, button]
}

for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) run(carousel)
