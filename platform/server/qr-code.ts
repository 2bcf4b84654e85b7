import sharp from 'sharp'
import { encode, renderSVG } from 'uqr'
import type { Attachment } from './mail/mail.ts'

/** A QR code of a text as a data URL of an SVG image. */
export const qrCode = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { border: 4 })).toString('base64')}`

/** Pixels of a module of a QR code in an e-mail. */
const MODULE = 8

/** A QR code of a text as the picture of an e-mail, a PNG, because mail programs show no SVG. */
export async function qrPicture(text: string): Promise<Attachment> {
  const { data, size } = encode(text, { border: 4 })
  const pixels = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)))
  const content = await sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * MODULE, size * MODULE, { kernel: 'nearest' })
    .png()
    .toBuffer()
  return { name: 'code.png', type: 'image/png', content }
}
