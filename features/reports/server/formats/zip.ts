import { Zip, ZipDeflate } from 'fflate'
import { escaped } from '#platform/html.ts'

/** A zip file made in order, one entry after the other; `take` returns the bytes that are ready. */
export function zipFile() {
  let ready: Buffer[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    ready.push(Buffer.from(data))
  })
  return {
    entry: (name: string) => {
      const file = new ZipDeflate(name, { level: 3 })
      zip.add(file)
      return {
        write: (text: string) => file.push(Buffer.from(text)),
        end: (text = '') => file.push(Buffer.from(text), true),
      }
    },
    end: () => zip.end(),
    take: (): Buffer => {
      const data = Buffer.concat(ready)
      ready = []
      return data
    },
  }
}
export type ZipFile = ReturnType<typeof zipFile>

export const XML_START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
/** Characters that XML cannot hold. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
/** A text in XML. */
export const xmlText = (text: string): string => escaped(text.replace(NOT_XML, ''))
