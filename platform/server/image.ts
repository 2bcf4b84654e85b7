import sharp from 'sharp'
import { createLimiter } from '../concurrency.ts'
import { isPictureOf, PHOTO, type PictureFormat } from '../photo.ts'
import { t } from '../photo-messages.ts'
import type { Caller } from './http/caller.ts'
import { Refusal, refuseIf } from './http/refusal.ts'
import { t as shared } from './messages.ts'
import type { Database } from './postgres/db.ts'
import { limit } from './security/limits.ts'

// Only these decoders ever run, whatever a file pretends to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadJpeg'] })
// Uploads are rare: what one has used is not kept.
sharp.cache(false)

/** What ends a picture: one that was cut does not have it. Bytes may follow. */
const ENDS: Readonly<Record<PictureFormat, Buffer>> = {
  png: Buffer.from('0000000049454e44ae426082', 'hex'),
  gif: Buffer.from('3b', 'hex'),
  jpeg: Buffer.from('ffd9', 'hex'),
}
const DATA_URL = /^data:image\/(png|gif|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/
/** An image of a few kilobytes may unpack to gigabytes. */
const MAX_PIXELS = 24_000_000
/** Longest side in px: one of millions takes seconds however few pixels it has. */
const MAX_SIDE = 12_000
const DECODING_SECONDS = 5
/** Decodings at once. Passwords, files and names of hosts have the other threads of the same four. */
const AT_ONCE = 2
/** How long a picture waits for its turn, in ms. */
const WAIT_MS = 10_000
const inTurn = createLimiter(AT_ONCE, { waitMs: WAIT_MS, tooLong: () => new Refusal(503, shared('MsgBusy')) })
/** Pictures that a person may send in a minute. */
export const PICTURES_PER_MINUTE = 20

export type ImageLimits = {
  readonly maxBytes: number
  /** The picture is reduced to fit into this, in px. */
  readonly width: number
  readonly height: number
  /** A drawing is encoded as PNG, a photo as JPEG. */
  readonly as: 'png' | 'jpeg'
  /** 'cover': the middle of the picture in exactly this size; by default the whole picture within it, never enlarged. */
  readonly fit?: 'inside' | 'cover'
}

/** Reads the pictures that people upload, PICTURES_PER_MINUTE of each person. */
export type Pictures = ReturnType<typeof createPictures>
export function createPictures({ pool }: Pick<Database, 'pool'>) {
  const perPerson = limit(pool, 'pictures', PICTURES_PER_MINUTE, 60)
  /**
   * As encodedImage, counted for the person. Refuses (429) above the limit, and (503) what gets no turn in time.
   */
  const encode = async ({ id }: Pick<Caller, 'id'>, dataUrl: string, limits: ImageLimits) => {
    await perPerson.spend(id)
    return encodedImage(dataUrl, limits)
  }
  return {
    encode,
    /** An uploaded photo or drawing, as a new picture; refuses (422) anything else, and large ones. `field`: its name in the request. */
    encodePhoto: async (by: Pick<Caller, 'id'>, dataUrl: string, field: string, as: 'png' | 'jpeg' = 'jpeg'): Promise<Buffer> => {
      const { maxBytes, longest } = PHOTO
      const photo = await encode(by, dataUrl, { maxBytes, width: longest, height: longest, as })
      if (typeof photo === 'string') refuseIf(REASONS[photo], field)
      return photo as Buffer
    },
  }
}
const REASONS = { type: t('MsgPhotoUnreadable'), size: t('MsgPhotoTooLarge') } as const

/**
 * Decodes an uploaded picture and encodes it again without metadata; of an animation the first frame. What follows the end of the
 * picture is left out: phones append films and notes of their own. Refuses (503) after WAIT_MS without a turn.
 * @param dataUrl its bytes as `data:image/png;base64,…`, or gif or jpeg: the type has to be that of the content
 * @returns the new picture, 'type' for anything but one of these pictures, or 'size' for too many bytes or pixels
 */
async function encodedImage(
  dataUrl: string,
  { maxBytes, width, height, as, fit = 'inside' }: ImageLimits,
): Promise<Buffer | 'type' | 'size'> {
  const [, format, base64] = DATA_URL.exec(dataUrl) ?? []
  if (!format || !base64) return 'type'
  const bytes = Buffer.from(base64, 'base64')
  if (!isPictureOf(format as PictureFormat, bytes)) return 'type'
  if (bytes.length > maxBytes) return 'size'
  if (!bytes.includes(ENDS[format as PictureFormat])) return 'type'
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    return await inTurn('pictures', async () => {
      const metadata = await image.metadata()
      if (metadata.format !== format) return 'type'
      const isTooLarge = Math.max(metadata.width, metadata.height) > MAX_SIDE || metadata.width * metadata.height > MAX_PIXELS
      if (isTooLarge) return 'size'
      // A photo has no transparency, which would become black.
      const upright = as === 'jpeg' ? image.autoOrient().flatten({ background: '#ffffff' }) : image.autoOrient()
      return upright
        .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
        .toFormat(as)
        .timeout({ seconds: DECODING_SECONDS })
        .toBuffer()
    })
  } catch (error) {
    if (error instanceof Refusal) throw error
    return /pixel limit|too large|timeout/i.test((error as Error).message) ? 'size' : 'type'
  }
}
