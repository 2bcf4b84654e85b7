import { PHOTO } from '#platform/photo.ts'

const QUALITY = 0.85

/**
 * A photo as a JPEG data URL, reduced and turned as it was taken. Rejects for a file that the browser cannot show, such as HEIC in most.
 */
export async function reducedPhoto(file: Blob): Promise<string> {
  const photo = await createImageBitmap(file)
  const scale = Math.min(1, PHOTO.longest / Math.max(photo.width, photo.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(photo.width * scale)
  canvas.height = Math.round(photo.height * scale)
  canvas.getContext('2d')?.drawImage(photo, 0, 0, canvas.width, canvas.height)
  photo.close()
  return canvas.toDataURL('image/jpeg', QUALITY)
}
