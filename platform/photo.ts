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
