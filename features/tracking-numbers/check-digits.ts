/** Whether the last character of a number is right for those before it. */
export type Check = (number: string) => boolean

const digitsOf = (text: string) => Array.from(text, Number)
const bodyOf = (number: string) => [number.slice(0, -1), Number(number.at(-1))] as const
const weighted = (values: readonly number[], weights: readonly number[]) =>
  values.reduce((sum, value, i) => sum + value * weights[i % weights.length]!, 0)

/** GS1's modulus 10: weights 3 and 1 from the right (USPS, FedEx Ground, SSCC); `extra` is added to the sum (GLS: 1). */
export const mod10 =
  (extra = 0): Check =>
  (number) => {
    const [body, last] = bodyOf(number)
    return (10 - ((weighted(digitsOf(body).reverse(), [3, 1]) + extra) % 10)) % 10 === last
  }

/** Identcode of DHL in Germany: weights 4 and 9 from the left, modulus 10. */
export const identcode: Check = (number) => {
  const [body, last] = bodyOf(number)
  return (10 - (weighted(digitsOf(body), [4, 9]) % 10)) % 10 === last
}

/** UPS and OnTrac: letters count as digits (A is 2), every second one counts twice, modulus 10. A prefix does not count for UPS. */
export const alphanumeric: Check = (number) => {
  const [body, last] = bodyOf(number)
  const values = Array.from(body, (c) => (/\d/.test(c) ? Number(c) : (c.charCodeAt(0) - 3) % 10))
  return (10 - (weighted(values, [1, 2]) % 10)) % 10 === last
}

/** Luhn's modulus 10: every second digit from the right counts twice, with the sum of its digits (Purolator, Old Dominion). */
export const luhn: Check = (number) => {
  const [body, last] = bodyOf(number)
  const doubled = digitsOf(body)
    .reverse()
    .map((digit, i) => (i % 2 === 0 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit))
  return (10 - (weighted(doubled, [1]) % 10)) % 10 === last
}

/** FedEx Express: weights 1, 3, 7 from the right, modulus 11; the remainder 10 counts as 0. */
export const fedexExpress: Check = (number) => {
  const [body, last] = bodyOf(number)
  return (weighted(digitsOf(body).reverse(), [1, 3, 7]) % 11) % 10 === last
}

/** DHL Express: the remainder of a division by 7. */
export const mod7: Check = (number) => {
  const [body, last] = bodyOf(number)
  return Number(body) % 7 === last
}

/** Posts (UPU S10): two letters, eight digits, check digit with modulus 11, country. */
export const s10: Check = (number) => {
  const rest = 11 - (weighted(digitsOf(number.slice(2, 10)), [8, 6, 4, 2, 3, 5, 9, 7]) % 11)
  return Number(number[10]) === (rest === 10 ? 0 : rest === 11 ? 5 : rest)
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** A number of DPD with its check digit behind it: ISO 7064 modulus 37, 36 over digits and letters. */
export const withMod37 = (body: string): string => {
  let rest = 36
  for (const character of body) {
    rest = (rest + ALPHABET.indexOf(character)) % 36 || 36
    rest = (rest * 2) % 37
  }
  return body + ALPHABET[(37 - rest) % 36]
}
/** DPD. */
export const mod37: Check = (number) => withMod37(number.slice(0, -1)) === number
