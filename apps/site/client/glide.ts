export const isCalm = matchMedia('(prefers-reduced-motion: reduce)')

/** Moves a value to another within ms, slower at the end; at once if the visitor wants no movement. */
export function glide(from: number, to: number, ms: number, set: (value: number) => void, done: () => void = () => {}) {
  const begin = performance.now()
  const step = (now: number) => {
    const part = isCalm.matches ? 1 : Math.min(1, (now - begin) / ms)
    set(to + (from - to) * (1 - part) ** 2)
    if (part < 1) requestAnimationFrame(step)
    else done()
  }
  requestAnimationFrame(step)
}
