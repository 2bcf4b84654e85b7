/** Legal forms that are no names of people, in any case. */
const FORMS =
  'llc,llp,lllp,pllc,inc,incorporated,corp,corporation,company,ltd,limited,plc,pty,gmbh,mbh,ggmbh,gbr,ohg,kgaa,slu,slp,sau,sll,ltda,sarl,bhd,holdings,enterprises,properties,associates,foundation,association,trust,stiftung,genossenschaft,verein,hausverwaltung,immobilien,sociedad,fundación,cooperativa,inmobiliaria'
const IS_FORM = new Set(FORMS.split(','))
/** Legal forms that are also names of people: only in capitals beside a word that is not, or with dots. */
const CAPITALS = new Set([
  'AG',
  'SE',
  'KG',
  'SL',
  'SA',
  'LP',
  'CO',
  'AB',
  'CV',
  'SC',
  'CB',
  'AS',
  'EK',
  'EV',
  'EG',
  'UG',
  'BV',
  'NV',
  'SAS',
  'SRL',
  'SPA',
])
const DOTTED = /^(?:\p{L}\.){2,}\p{L}?$/u
/** The blank in "e. V." and "S. L." */
const APART = /(?<=\s[es]\.) (?=[vkgla]\.)/gi
/** "Lee & Sons". */
const FIRM = /&\s*(?:sons?|söhne|sohn|co|hijos|partners?|partner)(?!\p{L})/iu
const WORDS = /[^\s,&+()]+/g

/** Whether a name is that of a company or another body: it ends with a legal form, or has a sure one. */
export function isCompany(name: string): boolean {
  const words = name.replace(APART, '').match(WORDS) ?? []
  if (words.length < 2) return false
  if (FIRM.test(name)) return true
  if (words.some((word, i) => i > 0 && IS_FORM.has(plain(word)))) return true
  const last = words.at(-1)!
  if (DOTTED.test(last)) return IS_FORM.has(plain(last)) || CAPITALS.has(plain(last).toUpperCase())
  const isMixed = words.some((word) => /\p{Ll}/u.test(word))
  return isMixed && CAPITALS.has(last)
}

const plain = (word: string): string => word.replace(/[./]/g, '').toLowerCase()
