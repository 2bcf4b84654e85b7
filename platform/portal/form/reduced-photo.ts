import { MAX_HEIC_PIXELS, PHOTO } from '#platform/photo.ts'
import { t } from '#platform/photo-messages.ts'
import { bitmapOfHeic, isHeicFile, TooManyPixels } from './heic.ts'

const QUALITY = 0.85

/** Why a file cannot be used as a photo. */
export const whyNotPhoto = (error: unknown): string =>
  (error instanceof TooManyPixels
    ? t('MsgPhotoTooManyPixels', { megapixels: MAX_HEIC_PIXELS / 1_000_000 })
    : t('MsgPhotoUnreadable')
  ).text

/** The photo in a file. HEIC is converted unless the browser can show it, as Safari does. */
async function bitmapOf(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file)
  } catch (error) {
    if (await isHeicFile(file)) return bitmapOfHeic(file)
    throw error
  }
}

/**
 * A photo as a JPEG data URL, reduced and turned as it was taken. Rejects for a file that cannot be shown: `whyNotPhoto`.
 */
export async function reducedPhoto(file: Blob): Promise<string> {
  const photo = await bitmapOf(file)
  const scale = Math.min(1, PHOTO.longest / Math.max(photo.width, photo.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(photo.width * scale)
  canvas.height = Math.round(photo.height * scale)
  canvas.getContext('2d')?.drawImage(photo, 0, 0, canvas.width, canvas.height)
  photo.close()
  return canvas.toDataURL('image/jpeg', QUALITY)
}
