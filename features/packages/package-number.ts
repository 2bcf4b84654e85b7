/** Digits and letters that are not mistaken for one another, without vowels, so that no number spells a word. */
const NUMBER_CHARACTERS = '23456789BCDFGHJKMNPQRSTVWXYZ'
const NUMBER_LENGTH = 6

/** A short number for people to type, one of 480 million: it is rarely taken in an organisation. */
export function newPackageNumber(): string {
  // Bytes above the largest multiple of the number of characters would make the first characters more frequent.
  const limit = 256 - (256 % NUMBER_CHARACTERS.length)
  let number = ''
  while (number.length < NUMBER_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < limit) number += NUMBER_CHARACTERS[byte % NUMBER_CHARACTERS.length]
  }
  return number
}
