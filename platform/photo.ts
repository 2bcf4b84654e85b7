/** Photos of labels and proofs, as the server accepts and keeps them: bytes before encoding, px of the longest side. */
export const PHOTO = { maxBytes: 4_000_000, longest: 1600 } as const
/** Largest request with a photo in base64. */
export const PHOTO_REQUEST = 6_000_000
