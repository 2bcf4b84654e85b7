import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

/** A barcode as a drawing. */
export async function barcode(text: string, format: 'Code128' | 'QRCode'): Promise<string> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })
  return (await writeBarcode(text, { format, scale: 3 })).svg
}

/** Runs in the page before its scripts: its camera sees the drawing. */
export function showToCamera(svg: string) {
  const stream = async () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 1280, height: 720 })
    const picture = new Image()
    picture.src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
    await picture.decode()
    const context = canvas.getContext('2d')!
    const height = (1080 * picture.height) / picture.width
    const draw = () => {
      context.fillStyle = 'white'
      context.fillRect(0, 0, 1280, 720)
      context.drawImage(picture, 100, 100, height > 500 ? 500 : 1080, height > 500 ? 500 : 300)
      requestAnimationFrame(draw)
    }
    draw()
    return canvas.captureStream(10)
  }
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: stream } })
}
