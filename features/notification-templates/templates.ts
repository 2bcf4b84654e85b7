import { escaped } from '#platform/html.ts'
import type { Medium, NoticeType, Token } from './types.ts'

/** The texts of a notice. An SMS has only a subject, which is its text (spec 3 §3 "Notification template"). */
export type Template = { readonly subject: string; readonly body: string }
export type TokenValues = Readonly<Record<Token, string>>

/** Limits of a template (spec 3 §5 "Notification template"). */
export const MAX_SUBJECT = 500
export const MAX_BODY = 20_000

const TOKEN = /\{\{\s*(\w+)\s*\}\}/g

/** What is between double braces, or one of them alone, also with formatting between the braces. */
const LIKE_TOKEN = /\{(?:<[^>]*>)*\{(?:<[^>]*>|[^{}]){0,80}(?:\}(?:(?:<[^>]*>)*\})?)?|\}(?:<[^>]*>)*\}/g

/**
 * What looks like a token in a text, also in its HTML, but is none of a type, each with the nearest token, or null when none is near. It
 * would be sent as it is.
 */
export function unknownTokens(
  text: string,
  known: readonly string[],
): { readonly token: string; readonly nearest: string | null }[] {
  const others = text.replace(TOKEN, (token, name) => (known.includes(name) ? '' : token))
  const found = [...others.matchAll(LIKE_TOKEN)].map(([token]) => token)
  return [...new Set(found)].map((token) => ({ token, nearest: nearestOf(wordOf(token), known) }))
}

/** The letters and digits of what looks like a token. */
const wordOf = (token: string) => token.replace(/<[^>]*>|[^\p{L}\d]/gu, '')

function nearestOf(name: string, known: readonly string[]): string | null {
  const ranked = known.map((one) => ({ one, distance: editDistance(name.toLowerCase(), one.toLowerCase()) }))
  const [best] = ranked.sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.ceil(name.length / 2) ? best.one : null
}

/** Levenshtein's distance of two words. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}

/**
 * A text with the values of its tokens; unknown tokens stay. `html` escapes the values, and makes them parts of an address in a link. In
 * plain text line breaks of a value become spaces, so that a name cannot add lines.
 */
export function filled(text: string, values: Partial<TokenValues>, { html = false } = {}): string {
  const fill = (part: string, as: (value: string) => string) =>
    part.replace(TOKEN, (token, name: Token) => {
      const value = values[name]
      return value === undefined ? token : as(value)
    })
  if (!html) return fill(text, (value) => value.replace(/\s+/g, ' ').trim())
  return fill(
    text.replace(HREF, (href) => fill(href, (value) => encodeURIComponent(value.toWellFormed()))),
    escaped,
  )
}

const HREF = /\shref="[^"]*"/g
/** The first link of HTML whose address begins with a token, which could be any address; undefined without one. */
export const linkOfToken = (html: string): string | undefined => /\shref="\s*(\{\{[^"]*)"/.exec(html)?.[1]

/** Characters of GSM 03.38: those of one unit, and those of two. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const GSM_EXTENDED = new Set('\f^{}\\[~]|€')

/** How an SMS is charged: its encoding, its length in units of it, and the number of parts (3GPP TS 23.038 and 23.040). */
export function smsParts(text: string): { readonly encoding: 'GSM-7' | 'UCS-2'; readonly units: number; readonly parts: number } {
  const characters = [...text]
  const isGsm = characters.every((character) => GSM.has(character) || GSM_EXTENDED.has(character))
  const sizes = characters.map((character) => (isGsm ? (GSM_EXTENDED.has(character) ? 2 : 1) : character.length))
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const [whole, part] = isGsm ? [160, 153] : [70, 67]
  if (units <= whole) return { encoding: isGsm ? 'GSM-7' : 'UCS-2', units, parts: 1 }
  // A character of two units is not divided between two parts.
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > part) {
      parts += 1
      used = 0
    }
    used += size
  }
  return { encoding: isGsm ? 'GSM-7' : 'UCS-2', units, parts }
}

export type Templates = Readonly<Record<NoticeType, Readonly<Record<Medium, Template>>>>
