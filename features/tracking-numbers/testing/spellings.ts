import numbers from './carrier-numbers.json' with { type: 'json' }

/** Numbers that the carriers and the public data set tracking_number_data (MIT, `LICENSE`) publish as right and as wrong. */
export const CARRIER_NUMBERS: readonly {
  readonly carrier: string
  readonly form: string
  readonly valid: readonly string[]
  readonly invalid: readonly string[]
}[] = numbers

const [GS, RS, EOT] = ['\u001D', '\u001E', '\u0004']
const grouped = (number: string, mark: string) => number.replace(/\s/g, '').replace(/.{4}(?=.)/g, `$&${mark}`)

/** A message of a transport label (ISO 15434), with an address as labels have it. */
export const transportMessage = (number: string, service: string) =>
  `[)>${RS}01${GS}96336091062${GS}840${GS}002${GS}${number}${GS}${service}${GS}XX3150${GS}331${GS}${GS}1/1${GS}10${GS}N${GS}1 MAIN ST${GS}MIAMI${GS}FL${RS}${EOT}`

/** The same number as people type, paste and scan it, by the kind of spelling. */
export const spellingsOf = (number: string): Readonly<Record<string, string>> => ({
  'in small letters': number.toLowerCase(),
  'in groups': grouped(number, ' '),
  'in groups with hyphens': grouped(number, '-'),
  'in groups with other blanks and hyphens': grouped(number, '\u00a0').replace('\u00a0', '\u2011'),
  'with invisible characters': `\u200b${grouped(number, '\u200d')}\ufeff`,
  'in full width': number.replace(/[0-9A-Z]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  'with the ends of a scanner': `\t${number}\r\n`,
  'with an AIM identifier': `]C0${number}`,
  'with the marks of Code 39': `*${number.replace(/\s/g, '')}*`,
  'in a message of the label': transportMessage(number, 'XXXX'),
  'in a link': `https://track.example/?trackingNumber=${encodeURIComponent(number)}&lang=en`,
  'in a message of fields': `{"tracking":"${number.replace(/\s/g, '')}","from":"Ann Lee","to":"1 Main Street"}`,
})

/** What people type where a number is asked for: it is kept as it is typed. */
export const TYPED: readonly string[] = [
  'AB|12',
  'A|B|C',
  'SW-4711|2',
  '{12}',
  '{SW-4711}',
  'A{B',
  '}x{',
  '[4711]',
  '<4711>',
  '4711;2',
  'box 4|Ann',
  'Parcel from Ann | 2 of 3',
  'a:b',
  '"4711"',
  '4711 & 4712',
  '~4711',
  '\\4711',
  '^4711',
  '4711%',
  '4711=1',
  '4711, 4712',
  'SW_4711',
  'S/W 4711',
  '(10) A-5',
  '(37) boxes',
  'No. 4711',
  '#4711',
  'Begin: 5',
  'ß4711é',
]
