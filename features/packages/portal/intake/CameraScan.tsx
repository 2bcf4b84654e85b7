import { useEffect, useEffectEvent, useRef } from 'react'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import reader from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { numberAmong } from '#features/tracking-numbers/recognise.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { t } from '../../intake-messages.ts'
import classes from './intake.module.css'

// By default the library fetches its program from another site.
prepareZXingModule({ overrides: { locateFile: () => reader } })

/** What parcels' labels have. */
const FORMATS = ['Code128', 'Code39', 'ITF', 'Codabar', 'EANUPC', 'DataMatrix', 'QRCode', 'Aztec', 'PDF417', 'MaxiCode'] as const
/** Codes on one label: numbers, a postcode, an address. */
const MOST_SYMBOLS = 8
/** Pause between two pictures. */
const PAUSE_MS = 150
/** A code that is no carrier's number counts when it alone is seen for so many pictures: the number may be beside it. */
const UNSURE_PICTURES = 4

type Props = {
  /** Called with the first number that is seen. */
  readonly onRead: (text: string) => void
  /** There is no camera, which has been reported. */
  readonly onFailure: () => void
}

/** Shows the camera's picture until it sees a number. */
export default function CameraScan({ onRead, onFailure }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const found = useEffectEvent(onRead)
  const failed = useEffectEvent(onFailure)
  useEffect(() => {
    const stop = new AbortController()
    watch(video.current!, stop.signal)
      .then((text) => text && found(text))
      .catch(() => {
        toast.error(t('MsgNoCamera').text)
        failed()
      })
    return () => stop.abort()
  }, [])
  return <video ref={video} className={classes.camera} aria-label={t('LabelCamera').text} playsInline muted />
}

/** Reads the camera until it sees a number, which it returns, or until it is stopped. Rejects without a camera. */
async function watch(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } })
  try {
    if (signal.aborted) return undefined
    video.srcObject = stream
    await video.play()
    const canvas = document.createElement('canvas')
    let unsure = 0
    while (!signal.aborted) {
      const seen = numberAmong(await readFrame(video, canvas))
      unsure = seen ? unsure + 1 : 0
      if (seen && !signal.aborted && (seen.isSure || unsure >= UNSURE_PICTURES)) return seen.number
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

/** The texts of the codes in the picture, each behind the identifier of its kind of symbol. */
async function readFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): Promise<string[]> {
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || canvas.width === 0) return []
  context.drawImage(video, 0, 0)
  const picture = context.getImageData(0, 0, canvas.width, canvas.height)
  // Plain: the separators of GS1 and ISO 15434 stay as they are.
  const options = { tryHarder: true, maxNumberOfSymbols: MOST_SYMBOLS, textMode: 'Plain' } as const
  const codes = await readBarcodes(picture, { formats: [...FORMATS], ...options })
  return codes.filter(({ isValid }) => isValid).map(({ symbologyIdentifier, text }) => symbologyIdentifier + text)
}
