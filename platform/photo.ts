/** Photos of labels and proofs, as the server accepts and keeps them: bytes before encoding, px of the longest side. */
export const PHOTO = { maxBytes: 4_000_000, longest: 1600 } as const
/** Largest request with a photo in base64. */
export const PHOTO_REQUEST = 6_000_000

/** The accepted formats of pictures, with their first bytes in hexadecimal. */
export const PICTURES = {
  png: ['89504e470d0a1a0a'],
  gif: ['474946383761', '474946383961'],
  jpeg: ['ffd8ff'],
} as const
export type PictureFormat = keyof typeof PICTURES

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
/** Whether bytes begin as a picture of this format does, whatever their name says. */
export const isPictureOf = (format: PictureFormat, bytes: Uint8Array): boolean =>
  PICTURES[format].some((begin) => hexOf(bytes.subarray(0, begin.length / 2)) === begin)

/** Photos of phones that browsers cannot show are converted up to so many pixels. */
export const MAX_HEIC_PIXELS = 24_000_000
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']
const textAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
const numberAt = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(at)

/** Whether bytes begin as a HEIC file does, as phones write it (ISO 23008-12: the brands of its first box), whatever its name says. */
export function isHeic(bytes: Uint8Array): boolean {
  if (bytes.length < 16 || textAt(bytes, 4) !== 'ftyp') return false
  const end = Math.min(numberAt(bytes, 0), bytes.length - 3)
  const brands = Array.from({ length: Math.max(0, Math.ceil((end - 8) / 4)) }, (_, i) => textAt(bytes, 8 + 4 * i))
  return brands.some((brand) => HEIC_BRANDS.includes(brand))
}

/** The pixels of a HEIC file: of its largest picture, which is divided into others; 0 if it does not say them (`ispe`). */
export function pixelsOfHeic(bytes: Uint8Array): number {
  let pixels = 0
  for (let at = bytes.indexOf(ISPE[0]!); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf(ISPE[0]!, at + 1))
    if (ISPE.every((byte, i) => bytes[at + i] === byte))
      pixels = Math.max(pixels, numberAt(bytes, at + 8) * numberAt(bytes, at + 12))
  return pixels
}
const ISPE = [...'ispe'].map((letter) => letter.charCodeAt(0))
