import { type Html, html } from './html.ts'

/** Sizes of a drawing in its own units. */
const UNIT = 24
const WIDTH = 40
const GAP = 3
/** The letter of a door by its height in units of a small locker. */
const LETTERS: Readonly<Record<string, string>> = { 1: 'S', 2: 'M', 3: 'L', 5: 'XL' }

/** The drawing of a cabinet by its columns, and how many lockers it has; with letters for sizes if it is shown large. */
export function drawingOf(cabinet: string, hasLetters = false): { svg: Html; lockers: number; width: number; height: number } {
  const columns = cabinet.split(' ')
  const height = 5 * UNIT + 2 * GAP
  const width = columns.length * WIDTH + 2 * GAP
  let lockers = 0
  const doors = columns.flatMap((column, i) => {
    const x = GAP + i * WIDTH
    if (column === 'K')
      return [
        html`<rect class="kiosk" x="${x}" y="${GAP}" width="${WIDTH - GAP}" height="${5 * UNIT - GAP}" rx="2"/><rect class="display" x="${x + 6}" y="${GAP + UNIT}" width="${WIDTH - GAP - 12}" height="${UNIT}" rx="1"/>`,
      ]
    let y = GAP
    return [...column].map((units) => {
      const size = Number(units) * UNIT - GAP
      const letter = hasLetters
        ? html`<text x="${x + (WIDTH - GAP) / 2}" y="${y + size / 2 + 3}" text-anchor="middle" font-size="9" font-family="sans-serif">${LETTERS[units] ?? ''}</text>`
        : ''
      const door = html`<rect class="door" x="${x}" y="${y}" width="${WIDTH - GAP}" height="${size}" rx="2"/>${letter}`
      y += Number(units) * UNIT
      lockers += 1
      return door
    })
  })
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">${doors}</svg>`
  return { svg, lockers, width, height }
}

/** The classes of a drawing as colours, for a file of its own. */
const COLORS: Readonly<Record<string, string>> = { door: '#cfd6e4', kiosk: '#5b6472', display: '#dbe4ff' }

/** The drawing as a file of its own. */
export const drawingSvg = (cabinet: string): string =>
  drawingOf(cabinet, true).svg.text.replace(/class="(\w+)"/g, (_all, name: string) => `fill="${COLORS[name]}"`)
