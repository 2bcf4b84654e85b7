import { createHash } from 'node:crypto'

/** A stream of numbers that looks like chance and is the same at each first start. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  chance(share: number): boolean
}

/** The stream of a name: streams of two names have nothing to do with each other. */
export function random(name: string): Random {
  let state = createHash('sha256').update(name).digest().readUInt32BE()
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return { next, int, pick: (list) => list[int(0, list.length - 1)]!, chance: (share) => next() < share }
}
