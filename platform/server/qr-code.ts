import { renderSVG } from 'uqr'

/** A QR code of a text as a data URL of an SVG image. */
export const qrCode = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(text, { border: 4 })).toString('base64')}`
