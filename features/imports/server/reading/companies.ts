/** Legal forms that are no names of people, in any case. */
const FORMS =
  'llc,llp,lllp,pllc,inc,incorporated,corp,corporation,ltd,limited,plc,pty,gmbh,mbh,mbb,ggmbh,gbr,ohg,kgaa,ltda,sarl,bhd,company,holdings,enterprises,properties,associates,foundation,association,stiftung,genossenschaft,verein,hausverwaltung,immobilien,sociedad,fundación,cooperativa,inmobiliaria'
const IS_FORM = new Set(FORMS.split(','))
/** Legal forms that are also names of people: in capitals beside a word that is not, or with dots. */
const CAPITALS = new Set(['AG', 'KG', 'SL', 'UG', 'BV', 'NV', 'SAS', 'SRL', 'SPA', 'SLU', 'SLP', 'SAU', 'SLL'])
/** Those that are initials as often: only behind a longer name. */
const INITIALS = new Set(['SA', 'SE', 'LP', 'CO', 'AB', 'CV', 'SC', 'CB', 'AS', 'EK', 'EV', 'EG'])
/** Words of a longer name. */
const MANY = 3
const DOTTED = /^(?:\p{L}\.){2,}\p{L}?$/u
/** "e.V.", "e.K." */
const REGISTERED = /^e\.\s?[VKG]\.?$/
/** The blank in "e. V." and "S. L." */
const APART = /(?<=\s[es]\.) (?=[vkgla]\.)/gi
/** "Lee & Sons", but not "Lee & son" and "Park & Son Hwa". */
const FIRM = /&\s*(?:sons?|söhne|sohn|co|hijos|partners?)\.?$|\s(?:and|und|e|y)\s(?:sons|söhne|co|hijos)\.?$/iu
const IN_CAPITALS = /(?<!\p{L})\p{Lu}\p{L}*\.?$/u
const WORDS = /[^\s,&+()]+/g

/** Whether a name is that of a company or another body: it ends with a legal form, or has a sure one. */
export function isCompany(name: string): boolean {
  const text = name.replace(APART, '').trim()
  const words = text.match(WORDS) ?? []
  if (words.length < 2) return false
  if (FIRM.test(text) && IN_CAPITALS.test(text)) return true
  if (words.some((word, i) => i > 0 && IS_FORM.has(plain(word)))) return true
  const last = words.at(-1)!
  const isBehindComma = /,\s*\S+$/.test(text)
  const before = words.length - 1
  // "Trust" behind a comma is a first name.
  if (plain(last) === 'trust') return !isBehindComma
  const isLong = before >= MANY || (isBehindComma && before > 1)
  const form = plain(last).toUpperCase()
  const isKnown = CAPITALS.has(form) || INITIALS.has(form)
  if (DOTTED.test(last)) return REGISTERED.test(last) || IS_FORM.has(plain(last)) || (isKnown && (form.length > 2 || isLong))
  const isMixed = words.some((word) => /\p{Ll}/u.test(word))
  if (!isMixed || last !== form) return false
  return INITIALS.has(form) ? isLong : CAPITALS.has(form) && (!isBehindComma || before > 1)
}

const plain = (word: string): string => word.replace(/[./]/g, '').toLowerCase()
