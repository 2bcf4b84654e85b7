// Which incoming text messages end or begin notices (decisions "Phone numbers, addresses and replies").

/**
 * Words that opt a sender out, by their letters alone: those of the FCC's rule (47 CFR 64.1200 (a) (10)), those at which Twilio stops
 * sending, and theirs in the languages of the product. "Arrêt" is what French-speaking carriers ask for.
 */
const STOP = [
  ...['stop', 'stopall', 'quit', 'end', 'revoke', 'optout', 'optingout', 'cancel', 'unsubscribe', 'unsub', 'remove'],
  ...['stopp', 'stoppen', 'abmelden', 'abmeldung', 'abbestellen', 'austragen', 'beenden', 'ende', 'abbrechen', 'widerruf'],
  ...[
    'widerrufen',
    'widerrufe',
    'kundigen',
    'kuendigen',
    'kundigung',
    'kuendigung',
    'keine',
    'keinesmsmehr',
    'nichtmehr',
    'aufhoren',
    'aufhoeren',
  ],
  ...['alto', 'parar', 'pare', 'para', 'paren', 'basta', 'baja', 'cancelar', 'detener', 'terminar', 'salir', 'revocar', 'anular'],
  ...['desuscribir', 'desuscribirme', 'nomas', 'noenviar', 'noenvien', 'noenvie'],
  ...['arret', 'arreter', 'arretez', 'desabonner'],
]
/** Words at which Twilio sends again. */
const START = ['start', 'yes', 'unstop', 'alta']

/** Words that change nothing beside the others: courtesy, and what should stop. */
const BESIDE = new Set(
  [
    'please pls plz kindly thanks thank you thx now immediately just to i want would like wish the this these those all any me my',
    'from of your sending texting messaging text texts txt message messages msg msgs sms notice notices notification notifications',
    'reply list it us anymore more service number phone am my off take put consent withdraw permission',
    'bitte danke jetzt sofort ich mochte moechte will mich mir euch ihnen von diese dieser diesen den die das alle weiteren weitere',
    'nachricht nachrichten mehr senden schicken erhalten bekommen',
    'por favor gracias ahora quiero deseo me los las el la de estos estas recibir mensaje mensajes todos todas notificaciones aviso avisos',
    'svp merci',
  ].flatMap((words) => words.split(' ')),
)
/** Sentences that mean the same, in words without accents. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:do not|dont) (?:text|message|contact|send)\b/g, 'stop'],
  [/\b(?:no more|take me off|withdraw my consent|withdraw consent)\b/g, 'stop'],
  [/\bsent from my \w+$/g, ''],
  [
    /\b(?:keine (?:weiteren )?(?:nachrichten|sms|benachrichtigungen)(?: mehr)?|nicht mehr (?:schreiben|senden|schicken))\b/g,
    'stop',
  ],
  [/\bno (?:me )?(?:envien|envie|manden|mande|escriban|escriba)(?: mas)?\b/g, 'stop'],
  [/\bno (?:quiero|deseo) (?:recibir )?(?:mas )?(?:mensajes|avisos|sms|notificaciones)\b/g, 'stop'],
  // "It is coming down", which "baja" means too.
  [/\bya baja\b|\bbaja ya\b/g, 'abajo'],
  [/\bdar(?:me|se|nos)? de baja\b/g, 'baja'],
]
/** A longer message is somebody's own words. */
const MAX_WORDS = 12

const onlyOf = (words: readonly string[]) => new RegExp(`^(?:${[...words].sort((a, b) => b.length - a.length).join('|')})+$`)
const [ONLY_STOP, ONLY_START] = [onlyOf(STOP), onlyOf(START)]

/** The words of a message: without case, accents, punctuation, symbols and quotation marks. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’‘`´]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/**
 * Whether a text message opts its sender out of notices, or in again, in any reasonable spelling; null for another message. `optOutType`
 * is what the SMS service took it for.
 */
export function wishOf(text: string, optOutType = ''): 'stop' | 'start' | null {
  if (/^stop$/i.test(optOutType)) return 'stop'
  if (/^start$/i.test(optOutType)) return 'start'
  const written = wordsOf(text)
  if (written.length > MAX_WORDS) return null
  const words = SENTENCES.reduce((all, [sentence, word]) => all.replace(sentence, word), written.join(' ')).split(' ')
  // With and without the other words: "no más", "stop these texts".
  const spellings = [words, words.filter((word) => !BESIDE.has(word))].map((some) => some.join(''))
  if (spellings.some((letters) => ONLY_STOP.test(letters))) return 'stop'
  return spellings.some((letters) => ONLY_START.test(letters)) ? 'start' : null
}
