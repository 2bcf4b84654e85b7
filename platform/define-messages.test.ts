import { expect, test } from 'vitest'
import { defineMessages, packMessage, plainMessage, translated, unpackMessage } from './define-messages.ts'

const t = defineMessages('Test', {
  MsgRefused: '{name}: {reason}',
  MsgHasAgents: 'The courier still has agents.',
  MsgOneOf: 'One of {choices}.',
  WordLeft: 'left',
  WordRight: 'right',
})
const german = {
  Test: { MsgHasAgents: 'Der Kurierdienst hat noch Zusteller.', MsgOneOf: 'Eines von {choices}.', WordLeft: 'links' },
}

test('a message is translated by its key, and the messages among its values with it', () => {
  const message = t('MsgRefused', { name: 'Busy', reason: t('MsgHasAgents') })
  expect(message.text).toBe('Busy: The courier still has agents.')
  expect(translated(message, german)).toBe('Busy: Der Kurierdienst hat noch Zusteller.')
})

test('translates the messages of a list one by one; a message without translation is in the default language', () => {
  expect(translated(t('MsgOneOf', { choices: [t('WordLeft'), t('WordRight')] }), german)).toBe('Eines von links, right.')
})

test('does not translate values, and keeps a placeholder without a value', () => {
  const message = t('MsgRefused', { name: 'The courier still has agents.' })
  expect(translated(message, german)).toBe('The courier still has agents.: {reason}')
})

test('translates a packed message like the message, and keeps any other text', () => {
  const message = t('MsgRefused', { name: 'Busy', reason: t('MsgHasAgents') })
  expect(unpackMessage(packMessage(message))).toEqual(message)
  expect(unpackMessage('The courier still has agents.')).toEqual(plainMessage('The courier still has agents.'))
  expect(translated(plainMessage('The courier still has agents.'), german)).toBe('The courier still has agents.')
})

test('keeps the text of a stored message with an unknown key', () => {
  expect(translated({ file: 'Test', code: 'MsgGone', values: {}, text: 'What it said.' }, german)).toBe('What it said.')
})

test('unpackMessage › keeps a text that only begins like a packed message', () => {
  for (const text of ['message:', 'message:{', 'message: see the desk']) expect(unpackMessage(text).text).toBe(text)
})
