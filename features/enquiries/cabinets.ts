/** Buildings that a cabinet suits, by their homes. */
export const CABINET_KINDS = ['small', 'medium', 'large'] as const

/**
 * The cabinets that the public site shows and quotes: columns of door heights, in units of a small locker, where `K` is the column
 * of the kiosk; and the list price in euros without tax.
 */
export const CABINETS = [
  { name: 'Lobby', kind: 'small', price: 4900, columns: '1112 K 1121' },
  { name: 'Corner', kind: 'small', price: 6400, columns: '11111 K 113 1112' },
  { name: 'Courtyard', kind: 'medium', price: 9800, columns: '11111 1112 K 11111 122 1112 23' },
  { name: 'Tower', kind: 'medium', price: 12_900, columns: '11111 11111 1112 K 11111 1112 122 23 11111' },
  { name: 'Quay', kind: 'large', price: 19_500, columns: '11111 1112 11111 122 1112 K 11111 11111 1112 113 23 11111 1112 11111' },
  {
    name: 'Campus',
    kind: 'large',
    price: 24_800,
    columns: '11111 11111 11111 1112 1112 122 23 K 11111 11111 11111 1112 1112 122 113 11111 1112 23',
  },
] as const satisfies readonly { name: string; kind: (typeof CABINET_KINDS)[number]; price: number; columns: string }[]

/** Most cabinets of a kind in one quote. */
export const MAX_OF_CABINET = 50

/** The list price of a quote in euros. */
export const totalOf = (counts: Readonly<Record<string, number>>): number =>
  CABINETS.reduce((sum, { name, price }) => sum + price * (counts[name] ?? 0), 0)
