import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

/** A barcode as a drawing; `gs1`: its text has application identifiers in parentheses. */
export async function barcode(
  text: string,
  format: 'Code128' | 'QRCode' | 'MaxiCode',
  options: '' | 'gs1' = '',
): Promise<string> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })
  return (await writeBarcode(text, { format, scale: 3, options })).svg
}

/** Runs in the page before its scripts: its camera sees the drawings, one below the other. */
export function showToCamera(svgs: readonly string[]) {
  const stream = async () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 1280, height: 720 })
    const pictures = await Promise.all(
      svgs.map(async (svg) => {
        const picture = new Image()
        picture.src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
        await picture.decode()
        return picture
      }),
    )
    const context = canvas.getContext('2d')!
    const room = 620 / pictures.length
    const draw = () => {
      context.fillStyle = 'white'
      context.fillRect(0, 0, 1280, 720)
      pictures.forEach((picture, i) => {
        const isSquare = picture.height > picture.width / 2
        const [width, height] = isSquare ? [Math.min(room - 20, 500), Math.min(room - 20, 500)] : [1080, Math.min(room - 20, 300)]
        context.drawImage(picture, 100, 50 + i * room, width, height)
      })
      requestAnimationFrame(draw)
    }
    draw()
    return canvas.captureStream(10)
  }
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: stream } })
}
