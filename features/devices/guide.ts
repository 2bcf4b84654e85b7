/**
 * A round of guided mapping: one unmapped device after the other opens its door, and the user selects which door that is.
 * `stage` is that of the current device.
 */
export type Guide = {
  readonly queue: readonly string[]
  readonly at: number
  readonly stage: 'opening' | 'open' | 'not-open' | 'done'
  readonly mapped: number
}

/** Starts a round with these devices; done at once without any. */
export const begun = (queue: readonly string[]): Guide => ({
  queue,
  at: 0,
  stage: queue.length > 0 ? 'opening' : 'done',
  mapped: 0,
})

/** The current device, null at the end. */
export const current = ({ queue, at, stage }: Guide): string | null => (stage === 'done' ? null : (queue[at] ?? null))

/** The reply of a device: its door opened or not. Ignores replies of other devices than the current one. */
export const answered = (guide: Guide, serialNumber: string, isOpen: boolean): Guide =>
  current(guide) === serialNumber && guide.stage === 'opening' ? { ...guide, stage: isOpen ? 'open' : 'not-open' } : guide

/** Opens the current device once more. */
export const again = (guide: Guide): Guide => (guide.stage === 'done' ? guide : { ...guide, stage: 'opening' })

/** Goes to the next device while there is one and a free locker. */
function next(guide: Guide, freeLockers: number): Guide {
  const at = guide.at + 1
  return { ...guide, at, stage: at < guide.queue.length && freeLockers > 0 ? 'opening' : 'done' }
}
/** The current device was mapped; `freeLockers` is the number of lockers without a device. */
export const mapped = (guide: Guide, freeLockers: number): Guide => next({ ...guide, mapped: guide.mapped + 1 }, freeLockers)
export const skipped = next
