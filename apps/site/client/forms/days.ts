import 'cally'

const { lang } = document.documentElement
const days = new Intl.DateTimeFormat(lang, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
/** A day from `yyyy-mm-dd`: month/day/year (spec 3 §9), in other languages as they write it. */
const dayText = (day: string): string => (day ? days.format(new Date(day)) : '')

/** Puts one calendar for both days in the place of two fields, which keep the values. */
export function pickDays(fields: HTMLElement) {
  const [from, until] = [...fields.querySelectorAll('input')] as [HTMLInputElement, HTMLInputElement]
  const label = document.createElement('label')
  label.textContent = fields.dataset.label!
  const shown = Object.assign(document.createElement('input'), { readOnly: true, placeholder: fields.dataset.format! })
  label.append(shown)
  const calendar = document.createElement('calendar-range')
  calendar.setAttribute('min', from.min)
  calendar.setAttribute('locale', lang)
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
