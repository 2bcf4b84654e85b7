import './carousel.ts'
import { isCalm } from './glide.ts'

/** The words of the headline change every 2 s and slide for 300 ms (spec 3 §9); a button stops them. */
const DELAY_MS = 2000
const SLIDE_MS = 300

const word = document.querySelector<HTMLElement>('[data-words]')!
const words = word.dataset.words!.split('|')
let at = 0
let timer = 0

function show() {
  at = (at + 1) % words.length
  word.classList.add('slides')
  setTimeout(() => {
    word.textContent = words[at]!
    word.classList.remove('slides')
  }, SLIDE_MS)
}
const start = () => {
  timer = window.setInterval(show, DELAY_MS)
}

if (!isCalm.matches) {
  const { pause = '', resume = '' } = word.dataset
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'pause'
  const label = (isRunning: boolean) => {
    button.ariaLabel = isRunning ? pause : resume
    button.textContent = isRunning ? '❚❚' : '▶'
  }
  button.addEventListener('click', () => {
    const isRunning = timer !== 0
    clearInterval(timer)
    timer = 0
    if (!isRunning) start()
    label(!isRunning)
  })
  word.closest('section')!.append(button)
  label(true)
  start()
}
