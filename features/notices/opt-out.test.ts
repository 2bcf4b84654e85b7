import { expect, test } from 'vitest'
import { wishOf } from './opt-out.ts'

/** The words of 47 CFR 64.1200 (a) (10), and those of Twilio's documentation "Opt-out keywords". */
const REQUIRED = ['stop', 'quit', 'end', 'revoke', 'opt out', 'cancel', 'unsubscribe', 'stopall', 'optout']
const LOCAL = [
  'Stopp',
  'Abmelden',
  'Abbestellen',
  'Beenden',
  'Kündigen',
  'Keine SMS mehr',
  'Alto',
  'Parar',
  'Baja',
  'Cancelar',
  'No más',
]
const SPELLINGS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word[0]!.toUpperCase() + word.slice(1),
  (word) => `  ${word} \n`,
  (word) => `${word}!`,
  (word) => `${word}.`,
  (word) => `"${word}"`,
  (word) => `‘${word}’`,
  (word) => `«${word}»`,
  (word) => `*${word}*`,
  (word) => `${word} 🛑`,
  (word) => word.replace(/ /g, '-'),
  (word) => word.replace(/ /g, '\u00a0 '),
  (word) => word.split('').join(' '),
  (word) => word.normalize('NFD'),
  (word) => `\u200e${word}\u200b`,
  (word) => `${word} please`,
  (word) => `Please ${word}`,
  (word) => `${word}, ${word}`,
  (word) => `Bitte ${word}!`,
  (word) => `${word} por favor`,
]

test.each([...REQUIRED, ...LOCAL, 'ARRET', 'Arrêt'])('%s opts out in any spelling', (word) => {
  const others = SPELLINGS.map((spelling) => spelling(word)).filter((text) => wishOf(text) !== 'stop')
  expect(others).toEqual([])
})

test.each([
  'I revoke my consent',
  'I withdraw my consent.',
  'I am opting out',
  'Take me off your list',
  'STOP\nSent from my iPhone',
  'ARRETEZ',
  'Kündigung',
  'No quiero recibir mensajes',
  'No me envíen más mensajes',
  'bitte nicht mehr schreiben',
  'Ich möchte keine Nachrichten mehr erhalten',
  'Opt-Out',
  'opt  out.',
  'OPT_OUT',
  'ＳＴＯＰ',
  'Stop please',
  'Stop all',
  'STOP sending me messages',
  'Please stop texting me, thanks',
  'stop these texts now',
  'I want to opt out',
  'I would like to unsubscribe from this list.',
  'Reply STOP to unsubscribe',
  "Don't text me anymore",
  'No more texts',
  'remove me from your list',
  'Ich möchte keine Nachrichten mehr',
  'Quiero darme de baja',
  'No más mensajes, por favor',
])('%j opts out', (text) => {
  expect(wishOf(text)).toBe('stop')
})

test.each(['START', 'start!', 'Yes', 'yes please', 'UNSTOP', 'Alta', '"Start"'])('%j opts in', (text) => {
  expect(wishOf(text)).toBe('start')
})

test.each([
  '',
  ' ',
  '👍',
  'HELP',
  'OK',
  'When can I pick it up?',
  'I will stop by tomorrow',
  'Para mí',
  'ya baja',
  'Please cancel my package',
  'Can you send it to the end unit?',
  'Is this the end of it? I never got anything',
  'stop sign at the gate is broken',
  'My stop is canceled',
  'endless',
  'Der Bus stoppt hier',
  'Para mañana, gracias',
  'yes I will come at 5',
  'no',
  'stop '.repeat(13),
])('%j is for staff', (text) => {
  expect(wishOf(text)).toBeNull()
})

test('what the service took it for decides', () => {
  expect([wishOf('hasta luego', 'STOP'), wishOf('bonjour', 'START'), wishOf('HELP', 'HELP')]).toEqual(['stop', 'start', null])
})
