import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isHeic, pixelsOfHeic } from './photo.ts'

/** A drawing of the project, 320 × 240, written with `heif-enc` of Debian's libheif-examples. */
const LABEL = readFileSync(join(import.meta.dirname, '../e2e/pictures/label.heic'))
const brands = (major: string, ...compatible: string[]) => {
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}`)])
  box.writeUInt32BE(box.length)
  return Buffer.concat([box, Buffer.alloc(20)])
}

describe('a HEIC photo is known by the brands of its file', () => {
  test.each<[string, Uint8Array, boolean]>([
    ['a photo', LABEL, true],
    ['a photo of an iPhone', brands('heic', 'mif1', 'MiHB', 'heic'), true],
    ['a photo of a Samsung phone', brands('heic', 'mif1', 'heic'), true],
    ['a photo whose first brand is that of any HEIF', brands('mif1', 'mif1', 'heic'), true],
    ['a photo with more bits', brands('heix', 'mif1'), true],
    ['a series', brands('hevc', 'msf1'), true],
    ['AVIF', brands('avif', 'mif1', 'miaf'), false],
    ['AVIF whose first brand is that of any HEIF', brands('mif1', 'avif'), false],
    ['a film', brands('mp42', 'isom'), false],
    ['a JPEG', Buffer.from('ffd8ffe000104a46494600010100', 'hex'), false],
    ['a box without end', Buffer.from('\xff\xff\xff\xffftypmp42\0\0\0\0isom', 'latin1'), false],
    ['a box of nothing', Buffer.from('\0\0\0\0ftypmp42\0\0\0\0isom', 'latin1'), false],
    ['a few bytes', Buffer.from('\0\0\0\x18ftyp'), false],
    ['nothing', Buffer.alloc(0), false],
  ])('%s', (_, bytes, is) => {
    expect(isHeic(bytes)).toBe(is)
  })
})

test('the pixels of a HEIC photo are those of its largest picture', () => {
  expect(pixelsOfHeic(LABEL)).toBe(320 * 240)
  const size = (width: number, height: number) => {
    const box = Buffer.from('\0\0\0\x14ispe\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
    box.writeUInt32BE(width, 12)
    box.writeUInt32BE(height, 16)
    return box
  }
  expect(pixelsOfHeic(Buffer.concat([size(512, 512), size(4032, 3024), size(240, 320)]))).toBe(4032 * 3024)
  expect(pixelsOfHeic(Buffer.from('ispe'))).toBe(0)
  expect(pixelsOfHeic(Buffer.alloc(0))).toBe(0)
})
