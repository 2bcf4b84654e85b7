import { wordsOf } from './wire.ts'

/** A text without accents and in lower case, as the function `fold_text` of the database (decisions "Search by words"). */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœþøłđðıς’‘ʼ‐‑–]/g, (letter) => FOLDED[letter]!)

const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
}

/** Whether a text has every word of another, in any order, whatever their case and accents. */
export function hasWords(text: string, words: string): boolean {
  const folded = foldText(text)
  return wordsOf(foldText(words)).every((word) => folded.includes(word))
}
