import 'cally'

/** Days as month/day/year (spec 3 §9), from `yyyy-mm-dd`. */
const dayText = (day: string): string => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

/** Puts one calendar for both days in the place of two fields, which keep the values. */
export function pickDays(fields: HTMLElement) {
  const [from, until] = [...fields.querySelectorAll('input')] as [HTMLInputElement, HTMLInputElement]
  const label = document.createElement('label')
  label.textContent = fields.dataset.label!
  const shown = Object.assign(document.createElement('input'), { readOnly: true, placeholder: 'MM/DD/YYYY – MM/DD/YYYY' })
  label.append(shown)
  const calendar = document.createElement('calendar-range')
  calendar.setAttribute('min', from.min)
  calendar.setAttribute('locale', document.documentElement.lang)
  calendar.append(document.createElement('calendar-month'))
  calendar.addEventListener('change', () => {
    const [first = '', last = first] = calendar.value.split('/')
    from.value = first
    until.value = last
    shown.value = `${dayText(first)} – ${dayText(last)}`
  })
  fields.closest('form')!.addEventListener('reset', () => {
    calendar.value = ''
  })
  for (const field of [from, until]) field.parentElement!.hidden = true
  fields.append(label, calendar)
}
