import type { MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { Message } from '#platform/define-messages.ts'
import { COMMON_PHRASES, COMMON_WORDS } from './common-passwords.ts'
import { t as session } from './messages.ts'
import { t } from './password-messages.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from './public.ts'

const PRODUCT = 'parcelhall'
/** Guesses that a password must withstand, as a power of ten (decisions "Structure and users"). */
const MIN_GUESSES = 9
const STRONG_GUESSES = 12
/** Letters that a password with a name needs beside the name. */
const LETTERS_BESIDE_NAMES = 6
/** Shorter parts of names occur in other words by chance. */
const MIN_NAME = 3

export type PasswordStrength = 'weak' | 'good' | 'strong'
export type PasswordVerdict = { readonly reason: Message | null; readonly strength: PasswordStrength }

/**
 * Rates a new password: the reason to refuse it, or null. `names` are the texts that identify the owner: name, e-mail,
 * organisation (spec 3 §5 "Portal user", decisions "Structure and users"). The dictionaries are loaded at the first call.
 */
export async function ratePassword(password: string, names: readonly string[]): Promise<PasswordVerdict> {
  const weak = (reason: Message): PasswordVerdict => ({ reason, strength: 'weak' })
  if (password.length < MIN_PASSWORD) return weak(session('MsgPasswordTooShort', { min: MIN_PASSWORD }))
  if (password.length > MAX_PASSWORD) return weak(session('MsgPasswordTooLong', { max: MAX_PASSWORD }))
  const words = [PRODUCT, ...names.flatMap(wordsOf)]
  if (isMadeOfNames(password, words)) return weak(t('MsgPasswordHasNames'))
  const plain = plainOf(password)
  if (isCommonPhrase(plain)) return weak(t('MsgPasswordCommon'))
  // The address of a colleague is long, and everybody knows it.
  if (ADDRESS.test(password)) return weak(t('MsgPasswordIsAddress'))
  const { guessesLog10, sequence } = (await estimator()).check(plain, words)
  if (guessesLog10 < MIN_GUESSES) return weak(t(sequence.some(isWhole(plain)) ? 'MsgPasswordCommon' : 'MsgPasswordEasy'))
  return { reason: null, strength: guessesLog10 < STRONG_GUESSES ? 'good' : 'strong' }
}

const isCommonPhrase = (plain: string) => COMMON_PHRASES.has(plain.toLowerCase().replace(/\P{L}/gu, ''))
const ADDRESS = /^[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i
/** As the lists are spelt: a password is not stronger for an accent. */
const plainOf = (password: string) => password.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').replaceAll('ß', 'ss')

/** A name and its parts; of an e-mail address without the top-level domain. */
const wordsOf = (name: string) => [name, ...name.replace(/(@.*)\.\p{L}+$/u, '$1').split(/[^\p{L}\p{N}]+/u)].filter(Boolean)

const isWhole = (password: string) => (match: MatchExtended) => match.pattern === 'dictionary' && match.token === password

let loading: Promise<ZxcvbnFactory> | undefined
/** The dictionaries are 200 kB (gzip): loaded once, when a password is first rated. */
function estimator(): Promise<ZxcvbnFactory> {
  loading ??= load().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}
async function load(): Promise<ZxcvbnFactory> {
  const [core, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new core.ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary: { ...dictionary, ownCommonWords: [...COMMON_WORDS] } })
}

/** Characters that stand for a letter; i and l look alike themselves. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '!': 'i',
  '|': 'i',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
}
/** Letters, digits and signs that stand for letters, without accents; separators are left out. */
const signsOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .match(/[\p{L}\p{N}@$!|+]/gu) ?? []
const letterOf = (sign: string) => LOOKALIKES[sign] ?? sign

/** True for a password that has a name, also spelt with digits, and few letters beside it. */
function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const signs = signsOf(password)
  const letters = signs.map(letterOf)
  const isOfName = signs.map(() => false)
  for (const name of names.map((one) => signsOf(one).map(letterOf)).filter(({ length }) => length >= MIN_NAME))
    for (let from = 0; from + name.length <= letters.length; from += 1)
      if (name.every((letter, i) => letters[from + i] === letter)) isOfName.fill(true, from, from + name.length)
  const beside = signs.filter((sign, i) => !isOfName[i] && /\p{L}/u.test(sign)).length
  return isOfName.includes(true) && beside < LETTERS_BESIDE_NAMES
}
