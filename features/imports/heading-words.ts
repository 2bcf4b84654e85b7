import { headingKey } from './fields.ts'

/** What the words of headings mean in English, German and Spanish. A heading with any other word is not known. */
const WORDS = {
  Property:
    'property properties community complex development immobilie liegenschaft objekt wohnanlage propiedad comunidad conjunto urbanización finca residencial',
  Building: 'building bldg tower block gebäude gebaeude haus edificio edif torre bloque',
  /** An entrance in Spanish; that of residents is a website. */
  Portal: 'portal',
  Unit: 'unit apartment appartment appartement apt flat suite ste wohnung whg wohneinheit we einheit mieteinheit nutzungseinheit verwaltungseinheit ne ve unidad vivienda apartamento apto departamento depto dpto mobilehome',
  Staircase: 'staircase stairwell stairs treppenhaus treppenaufgang escalera esc',
  Floor: 'floor level etage stockwerk stock geschoss piso planta',
  Door: 'puerta pta letra lage wohnungslage',
  Name: 'name names namen',
  Nombre: 'nombre nombres',
  Full: 'full complete completo completos vollständiger voller',
  First: 'first given forename forenames vorname vornamen rufname',
  Last: 'last surname surnames nachname nachnamen familienname zuname apellido apellidos',
  Email: 'email emails mail mails emailadresse correo correos electrónico electrónicos electrónica',
  Phone: 'phone phones telephone telephones tel telefon telefono telefonos fon fono telf tlf tlfno tfno tfn rufnummer',
  Mobile: 'mobile cell cellular cellphone mobil mobiltelefon mobilfunk handy móvil móviles celular cel wireless',
  /** Alone it may be a consent. */
  Sms: 'sms',
  /** Its number is a unit. */
  Home: 'home casa',
  Landline: 'privat festnetz fijo particular landline domicilio',
  Work: 'work office business daytime trabajo oficina büro dienstlich geschäftlich',
  Other: 'other alternate alternative alt additional weitere weiterer weiteres otro otra otros',
  Second: 'second secondary 2nd 2do 2o 2a segundo segunda zweite zweiter zweites materno',
  One: '1st 1er 1o 1a primer primero primera erste erster paterno',
  Id: 'id ids code identifier kennung código cod',
  Number: 'no nr nro num number numbers numero numeros nummer nummern n',
  Status: 'status occupancy estado belegung ocupación wohnstatus',
  Lease: 'lease vertrag mietvertrag contrato',
  Language: 'language sprache idioma',
  Address: 'address addresses adresse anschrift dirección',
  Role: 'resident tenant occupant lessee leaseholder renter applicant signer head mieter mieters mieterin bewohner bewohners bewohnerin residente inquilino inquilina arrendatario arrendataria titular',
  /** A contact person is not the resident. */
  Person: 'person persona',
  /** Has several residents: its number is none of theirs. */
  Household: 'household',
  OtherRole:
    'cotenant coresident cooccupant coapplicant spouse roommate partner ehepartner mitmieter mitbewohner cotitular cónyuge',
  Co: 'co',
  Contact: 'contact contacto kontakt',
  /** Between a number and what it counts. */
  Of: 'of de del der',
  /** A preferred phone or language is one; a preferred name or unit is another than the one that counts. */
  Preferred: 'preferred best personal preferido preferida bevorzugt bevorzugte',
  Noise:
    'the for and or s primary main principal current legal haupt in innen a e la el los las y o pila die das des dem zum und oder im',
} as const satisfies Readonly<Record<string, string>>
/** `Plural` stands behind the other words if a role or a place is written in the plural: their number is how many there are. */
export type Kind = keyof typeof WORDS | 'Plural'
/** A word of a heading: what it means, or a number. */
export type HeadingWord = Kind | number

const KINDS = new Map<string, Kind>(
  Object.entries(WORDS).flatMap(([kind, words]) => words.split(' ').map((word) => [headingKey(word), kind as Kind] as const)),
)
/** Two words that are written together: "tenantname", "Wohnungsnummer". Longer ones are not looked at: strangers send headings too. */
const LONGEST_TOGETHER = 30
const SHORTEST_PART = 3
const SHORT_PARTS = new Set(['nr', 'no', 'id', 'we'])

/** The meaning of a word, or of the two that are written together in it; undefined if one is unknown. */
function meaningOf(word: string): readonly Kind[] | undefined {
  const known = KINDS.get(word) ?? KINDS.get(word.replace(/(?<=.{3})s$/, ''))
  if (known) return [known]
  if (word.length > LONGEST_TOGETHER) return undefined
  for (let at = word.length - 2; at >= 2; at -= 1) {
    const [start, end] = [word.slice(0, at), word.slice(at)]
    const first = KINDS.get(start) ?? KINDS.get(start.replace(/[sn]$/, ''))
    const second = KINDS.get(end)
    const isLong = [start, end].every((part) => part.length >= SHORTEST_PART || SHORT_PARTS.has(part))
    if (first && second && isLong) return [first, second]
  }
  return undefined
}

/** The plural of a role or a place, but not a German word that goes on: "Wohnungs-Nr." */
const isPlural = (word: string): boolean =>
  !KINDS.has(word) && /(?<!ung|heit|objekt)s$/.test(word) && COUNTED.has(KINDS.get(word.slice(0, -1)))
const COUNTED = new Set<Kind | undefined>(['Role', 'OtherRole', 'Person', 'Household', 'Unit', 'Building', 'Floor', 'Staircase'])

/** The words of a heading in lower case: "Phone (Cell)", "UnitNo", "Apt/Unit #", "Nº de vivienda", "E-mail". */
export const wordsOfHeading = (heading: string): readonly string[] =>
  heading
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/#/g, ' no ')
    .replace(/(?<=\p{L})\(s\)/gu, 's')
    .replace(/(?<!\p{L})mobile[ -]home(?!\p{L}|.*(?:phone|tel))/gu, 'mobilehome')
    .replace(/(?<!\p{L})e[^\p{L}\p{N}]{0,3}(?=mail)/gu, 'e')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap((word) => word.split(/(?<=\p{L}{3})(?=[1-9]$)/u))
    .filter((word) => word !== '')

/** Words of the longest heading that is read. */
const MAX_WORDS = 10
/** What the words of a heading mean; undefined if one is unknown. */
export function meaningOfHeading(heading: string): readonly HeadingWord[] | undefined {
  const written = wordsOfHeading(heading)
  if (written.length > MAX_WORDS) return undefined
  const words: HeadingWord[] = []
  for (const word of written) {
    const some = /^[1-9]$/.test(word) ? [Number(word)] : meaningOf(headingKey(word))
    if (!some) return undefined
    words.push(...some)
  }
  return written.some((word) => isPlural(headingKey(word))) ? [...words, 'Plural'] : words
}
