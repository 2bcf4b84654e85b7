/** `--quick`: a tenth of the rows, in databases of their own, and of the repetitions. The bounds stay those of the full size. */
export const QUICK = '--quick'
export const isQuick = process.argv.includes(QUICK)
/** What numbers of rows and repetitions are divided by. */
export const DIVISOR = isQuick ? 10 : 1

/** Rows, given the number at the full size. */
export const rows = (full: number): number => full / DIVISOR
/** Repetitions, or seconds of load, given the number at the full size. */
export const repetitions = (full: number): number => Math.ceil(full / DIVISOR)
