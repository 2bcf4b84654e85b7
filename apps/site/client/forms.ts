import { CABINETS, totalOf } from '#features/enquiries/cabinets.ts'
import { followForm } from './send-form.ts'

/** The answer of the server's proof of work; nothing where the browser has no cryptography, for then a few are accepted without. */
async function captcha(): Promise<Record<string, string>> {
  if (!window.isSecureContext) return {}
  const { solve } = await import('./proof-of-work.ts')
  const { Challenge } = (await (await fetch('/api/enquiry/captcha')).json()) as { Challenge: unknown }
  return { captcha: await solve(Challenge) }
}

/** The list price of the chosen cabinets. */
function showTotal(form: HTMLFormElement) {
  const output = form.querySelector('output')
  if (!output) return
  const counts = Object.fromEntries(
    CABINETS.map(({ name }) => [name, Number(form.querySelector<HTMLInputElement>(`[name="cabinet-${name}"]`)!.value)]),
  )
  output.textContent = `€ ${totalOf(counts).toLocaleString(document.documentElement.lang)}`
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-enquiry]')) {
  followForm(form, captcha)
  const total = () => showTotal(form)
  form.addEventListener('input', total)
  form.addEventListener('reset', () => setTimeout(total))
  total()
  const [from, until] = [form.elements.namedItem('from'), form.elements.namedItem('until')] as HTMLInputElement[]
  // The last day is not before the first.
  from?.addEventListener('change', () => {
    until!.min = from.value
    if (until!.value < from.value) until!.value = from.value
  })
}
