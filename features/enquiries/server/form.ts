import { z } from 'zod'
import { isEmail } from '#platform/contact-fields.ts'
import { CABINETS, MAX_OF_CABINET, totalOf } from '../cabinets.ts'
import { ENQUIRY_KINDS, ENQUIRY_MAX, REPLIES } from '../contract.ts'

const Email = z.string().max(ENQUIRY_MAX.email).refine(isEmail)
const Day = z.iso.date()

/** What is stored of a form. */
export type Sent = {
  readonly kind: (typeof ENQUIRY_KINDS)[number]
  readonly name: string
  readonly email: string
  readonly company: string
  readonly phone: string
  readonly message: string
  readonly from_day: string | null
  readonly until_day: string | null
  readonly cabinets: Readonly<Record<string, number>>
  readonly total: number
}

/** The fields of a form, or the plain reply with which it is refused (spec 3 §5). */
export function readForm(form: Readonly<Record<string, string>>): Sent | string {
  const text = (name: keyof typeof ENQUIRY_MAX) => (form[name] ?? '').trim().slice(0, ENQUIRY_MAX[name])
  const kind = ENQUIRY_KINDS.find((one) => one === form.kind)
  const [name, email, message] = [text('name'), text('email'), text('message')]
  const cabinets = cabinetsOf(form)
  const isQuoteEmpty = kind === 'quote' && Object.keys(cabinets).length === 0
  const [from_day, until_day] = [dayOf(form.from), dayOf(form.until)]
  const isDayMissing = kind === 'demo' && (from_day === null || until_day === null)
  // A quote says enough by itself.
  if (!kind || !name || !email || (kind === 'contact' && !message) || isQuoteEmpty || isDayMissing) return REPLIES.required
  if (!Email.safeParse(email).success) return REPLIES.invalidEmail
  const days = [from_day, until_day].toSorted()
  return {
    kind,
    name,
    email,
    company: text('company'),
    phone: text('phone'),
    message,
    from_day: kind === 'demo' ? days[0]! : null,
    until_day: kind === 'demo' ? days[1]! : null,
    cabinets: kind === 'quote' ? cabinets : {},
    total: kind === 'quote' ? totalOf(cabinets) : 0,
  }
}

function cabinetsOf(form: Readonly<Record<string, string>>): Record<string, number> {
  const counts = CABINETS.map(({ name }) => [name, Math.trunc(Number(form[`cabinet-${name}`] ?? 0))] as const)
  return Object.fromEntries(
    counts.filter(([, count]) => count > 0).map(([name, count]) => [name, Math.min(count, MAX_OF_CABINET)]),
  )
}

const dayOf = (text: string | undefined): string | null => Day.safeParse(text).data ?? null
