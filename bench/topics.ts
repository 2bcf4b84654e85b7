import { ROOT } from '#features/kiosks/protocol.ts'

/** Topics of a bare request and its reply, separate from those of the locker banks. */
export const REQUEST_TOPIC = `${ROOT}/bench/asked`
export const ANSWERED = `${ROOT}/bench/answered`
