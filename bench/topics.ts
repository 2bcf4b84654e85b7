import { ROOT } from '#features/kiosks/protocol.ts'

/** Of a bare request and its reply, beside those of the locker banks. */
export const ASKED = `${ROOT}/bench/asked`
export const ANSWERED = `${ROOT}/bench/answered`
