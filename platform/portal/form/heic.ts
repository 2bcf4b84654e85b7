import { isHeic, MAX_HEIC_PIXELS, pixelsOfHeic } from '#platform/photo.ts'

/** A picture has more pixels than are converted. */
export class TooManyPixels extends Error {}

/** Bytes in which a file says what it is and how large. */
const BEGINNING = 1_000_000

/** Whether a file is a photo of a phone in HEIC, which most browsers cannot show. */
export const isHeicFile = async (file: Blob): Promise<boolean> => isHeic(await bytesOf(file, 64))

const bytesOf = async (file: Blob, length: number) => new Uint8Array(await file.slice(0, length).arrayBuffer())

/**
 * A HEIC photo as it was taken. Converting it needs a library of 3 MB, which is loaded now. Rejects with TooManyPixels for one of more
 * than 24 megapixels, before it is loaded, and for a damaged one.
 */
export async function bitmapOfHeic(file: Blob): Promise<ImageBitmap> {
  const pixels = pixelsOfHeic(await bytesOf(file, BEGINNING))
  if (pixels === 0) throw new Error('Not a photo.')
  if (pixels > MAX_HEIC_PIXELS) throw new TooManyPixels()
  const { heicTo } = await import('heic-to/csp')
  return heicTo({ blob: file, type: 'bitmap' })
}
