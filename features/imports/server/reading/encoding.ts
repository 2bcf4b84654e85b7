import { isAscii, isUtf8 } from 'node:buffer'
import type { Encoding } from '../../layout.ts'

/** Bytes by which UTF-16 without a mark is recognised. */
const BEGINNING = 4096
/** Letters that are looked at to tell 8-bit encodings apart. */
const MAX_LETTERS = 2000

/** The encoding of a text: by its mark, by the zeros of UTF-16, UTF-8 if it is valid, else the one whose letters look most likely. */
export function encodingOf(bytes: Buffer): Encoding {
  const mark = bytes.subarray(0, 3).toString('hex')
  if (mark === 'efbbbf') return 'utf-8'
  if (mark.startsWith('fffe')) return 'utf-16le'
  if (mark.startsWith('feff')) return 'utf-16be'
  const utf16 = utf16Of(bytes.subarray(0, BEGINNING))
  if (utf16) return utf16
  return isUtf8(bytes) ? 'utf-8' : likeliest(bytes)
}

/** UTF-16 has a zero in every other byte of its blanks, digits, commas and English letters, and in no other byte of them. */
function utf16Of(bytes: Buffer): Encoding | undefined {
  const zeros = [0, 0]
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const pair = [bytes[at]!, bytes[at + 1]!]
    const zero = pair.indexOf(0)
    if (zero < 0) continue
    zeros[zero]! += 1
    // Neither a zero nor another control character stands in a text.
    if (!isPrintable(pair[1 - zero]!)) return undefined
  }
  const [even = 0, odd = 0] = zeros
  const many = bytes.length / 10
  if (odd > many && even === 0) return 'utf-16le'
  return even > many && odd === 0 ? 'utf-16be' : undefined
}
const isPrintable = (byte: number): boolean => byte >= 0x20 || [0x09, 0x0a, 0x0d, 0x1a].includes(byte)

/**
 * What no text has: letters that UTF-8 lacks, control characters, signs and capitals in the middle of a word. Apostrophes and quotation
 * marks of typesetting may be there.
 */
const UNLIKELY = new RegExp(
  [
    String.raw`\ufffd|[\u0080-\u009f]`,
    String.raw`\p{L}[^\p{L}\p{M}\p{Nd}\s!-~’”»–—…]`,
    String.raw`\p{L}[–—…]\p{Ll}`,
    String.raw`[¤¦§©¬®°±µ¶·¸×÷][^\s!-~]`,
    String.raw`[^\p{L}\p{M}\p{Nd}\s!-~‘’“„«»¿¡–—…]\p{Ll}`,
    String.raw`\p{Ll}(?![A-Z])\p{Lu}`,
    String.raw`\p{Lu}(?![A-Z])\p{Lu}\p{Ll}`,
  ].join('|'),
  'gu',
)
/** The first one wins a tie: a file with a few broken bytes is UTF-8 more often than not. */
const CANDIDATES = ['utf-8', 'windows-1252', 'macintosh'] as const satisfies readonly Encoding[]

function likeliest(bytes: Buffer): Encoding {
  const sample = aroundHighBytes(bytes)
  const counts = CANDIDATES.map((encoding) => new TextDecoder(encoding).decode(sample).match(UNLIKELY)?.length ?? 0)
  return CANDIDATES[counts.indexOf(Math.min(...counts))]!
}

/** The words with bytes above ASCII, which alone differ. */
function aroundHighBytes(bytes: Buffer): Buffer {
  const words: string[] = []
  for (const [word] of bytes.toString('latin1').matchAll(/[!-~]{0,20}[\u0080-\u00ff][!-~\u0080-\u00ff]{0,60}/g)) {
    words.push(word)
    if (words.length === MAX_LETTERS) break
  }
  return Buffer.from(words.join(' '), 'latin1')
}

/** UTF-8 that was read as Windows-1252 before it was saved, letters that were lost, and control characters of 8 bits. */
const ODD = /Ã[\u0080-\u00bf€-™]|Â[\u00a0-\u00bf]|â€|\ufffd|[\u0080-\u0084\u0086-\u009f]/u

/** A text in UTF-8, and whether some of its letters look damaged. */
export function toUtf8(bytes: Buffer, encoding: Encoding): { readonly bytes: Buffer; readonly hasOddLetters: boolean } {
  const isReadAsItIs = encoding === 'utf-8' && isUtf8(bytes)
  if (isReadAsItIs && isAscii(bytes)) return { bytes, hasOddLetters: false }
  const text = new TextDecoder(encoding).decode(bytes)
  const hasOddLetters = ODD.test(text) || (!encoding.startsWith('utf') && text.search(UNLIKELY) >= 0)
  return { bytes: isReadAsItIs ? bytes : Buffer.from(text), hasOddLetters }
}
