import { randomInt } from 'node:crypto'

/** Digits and letters that nobody takes for another, without vowels, so that no number spells a word. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXYZ'
const LENGTH = 6

/** A short number to be typed by people; one of 480 million, so that an organisation's next is taken only rarely. */
export const newPackageNumber = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
