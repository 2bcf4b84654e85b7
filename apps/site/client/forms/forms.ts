import { CABINETS, totalOf } from '#features/enquiries/cabinets.ts'
import { priceText } from '../../shared/price.ts'
import { keepQuote, onQuote, quote } from '../quote.ts'
import { followForm } from './send-form.ts'

/** The answer of the server's proof of work; nothing where the browser has no cryptography, for then a few are accepted without. */
async function captcha(): Promise<Record<string, string>> {
  if (!window.isSecureContext) return {}
  const { solve } = await import('./proof-of-work.ts')
  const { Challenge } = (await (await fetch('/api/enquiry/captcha')).json()) as { Challenge: unknown }
  return { captcha: await solve(Challenge) }
}

/** The numbers of cabinets in the form, which are the chosen ones of all pages, and their list price. */
function followQuote(form: HTMLFormElement, output: HTMLOutputElement) {
  const fieldOf = (name: string) => form.querySelector<HTMLInputElement>(`[name="cabinet-${name}"]`)!
  const show = () => {
    const chosen = quote()
    for (const { name } of CABINETS) if (document.activeElement !== fieldOf(name)) fieldOf(name).value = String(chosen[name] ?? 0)
    output.textContent = priceText(totalOf(chosen), document.documentElement.lang)
  }
  form.addEventListener('input', () =>
    keepQuote(Object.fromEntries(CABINETS.map(({ name }) => [name, Number(fieldOf(name).value)]))),
  )
  form.addEventListener('reset', () => keepQuote({}))
  onQuote(show)
  show()
}

/** Replaces a part of a form by a better one once it comes into sight. */
function whenSeen(part: HTMLElement | null, replace: (part: HTMLElement) => void) {
  if (!part) return
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    seen.disconnect()
    replace(part)
  })
  seen.observe(part)
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-enquiry]')) {
  followForm(form, captcha)
  const output = form.querySelector('output')
  if (output) followQuote(form, output)
  const [from, until] = [form.elements.namedItem('from'), form.elements.namedItem('until')] as (HTMLInputElement | null)[]
  const today = new Date().toISOString().slice(0, 10)
  for (const day of [from, until]) if (day) day.min = today
  whenSeen(form.querySelector('[data-days]'), async (days) => (await import('./days.ts')).pickDays(days))
  whenSeen(form.querySelector('[data-editor]'), async (label) => (await import('./editor.ts')).editMessage(label))
}
