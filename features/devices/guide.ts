/**
 * A round of guided mapping: one unmapped device after the other opens its door, and somebody says which door that is.
 * `stage` is where the device stands whose turn it is.
 */
export type Guide = {
  readonly queue: readonly string[]
  readonly at: number
  readonly stage: 'opening' | 'open' | 'not-open' | 'done'
  readonly mapped: number
}

/** The round begins with the first of these devices; without any it is done at once. */
export const begun = (queue: readonly string[]): Guide => ({
  queue,
  at: 0,
  stage: queue.length > 0 ? 'opening' : 'done',
  mapped: 0,
})

/** The device whose turn it is, null at the end. */
export const current = ({ queue, at, stage }: Guide): string | null => (stage === 'done' ? null : (queue[at] ?? null))

/** Its door was seen to open, or was not. What comes of a device whose turn is over changes nothing. */
export const answered = (guide: Guide, serialNumber: string, isOpen: boolean): Guide =>
  current(guide) === serialNumber && guide.stage === 'opening' ? { ...guide, stage: isOpen ? 'open' : 'not-open' } : guide

/** The same device is told once more. */
export const again = (guide: Guide): Guide => (guide.stage === 'done' ? guide : { ...guide, stage: 'opening' })

/** The next device has its turn, as long as there is one, and a locker for it. */
function next(guide: Guide, freeLockers: number): Guide {
  const at = guide.at + 1
  return { ...guide, at, stage: at < guide.queue.length && freeLockers > 0 ? 'opening' : 'done' }
}
/** This device was mapped; `freeLockers` are left without one. */
export const mapped = (guide: Guide, freeLockers: number): Guide => next({ ...guide, mapped: guide.mapped + 1 }, freeLockers)
export const skipped = next
