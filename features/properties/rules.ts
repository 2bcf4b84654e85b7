import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** Whatever is in a property is in one of its buildings, so these keep it. */
export const whyNotDelete = ({ hasBuildings }: { readonly hasBuildings: boolean }): Message | null =>
  hasBuildings ? t('MsgPropertyHasBuildings') : null

/** Former names by the present ones: Node lists and keeps the former, IANA and some browsers the present ones. */
const FORMER_ZONES: Readonly<Record<string, string>> = {
  'Africa/Asmara': 'Africa/Asmera',
  'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
  'America/Argentina/Catamarca': 'America/Catamarca',
  'America/Argentina/Cordoba': 'America/Cordoba',
  'America/Argentina/Jujuy': 'America/Jujuy',
  'America/Argentina/Mendoza': 'America/Mendoza',
  'America/Atikokan': 'America/Coral_Harbour',
  'America/Indiana/Indianapolis': 'America/Indianapolis',
  'America/Kentucky/Louisville': 'America/Louisville',
  'America/Nuuk': 'America/Godthab',
  'Asia/Ho_Chi_Minh': 'Asia/Saigon',
  'Asia/Kathmandu': 'Asia/Katmandu',
  'Asia/Kolkata': 'Asia/Calcutta',
  'Asia/Yangon': 'Asia/Rangoon',
  'Atlantic/Faroe': 'Atlantic/Faeroe',
  'Europe/Kyiv': 'Europe/Kiev',
  'Pacific/Chuuk': 'Pacific/Truk',
  'Pacific/Kanton': 'Pacific/Enderbury',
  'Pacific/Pohnpei': 'Pacific/Ponape',
}

/** The IANA time zones by their present names, each with its former name (spec 3 §3). */
export function timeZones(): readonly { readonly id: string; readonly former?: string | undefined }[] {
  const former = new Set(Object.values(FORMER_ZONES))
  const present = Intl.supportedValuesOf('timeZone').filter((id) => !former.has(id))
  const ids = new Set([...present, ...Object.keys(FORMER_ZONES), 'UTC'])
  return [...ids].sort().map((id) => ({ id, former: FORMER_ZONES[id] }))
}

/** The offered names by their small letters: `Intl` reads any, and one zone has one spelling. */
const offered = new Map(
  timeZones().flatMap(({ id, former }) => [id, ...(former ? [former] : [])].map((name) => [name.toLowerCase(), name] as const)),
)
/** Whether an id is a time zone by any name, present or former. Browsers read names without a slash, such as `IST`, differently. */
export function isTimeZone(id: string): boolean {
  if (!id.includes('/')) return id === 'UTC'
  if (offered.get(id.toLowerCase()) !== id && offered.has(id.toLowerCase())) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: id })
    return true
  } catch {
    return false
  }
}
