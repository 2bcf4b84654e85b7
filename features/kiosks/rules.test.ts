import { expect, test } from 'vitest'
import { bankSettings } from './bank-settings.ts'
import { CHANNELS, EVENTS, readTopic, topicOf, topicsOfKiosk } from './protocol.ts'
import { openingOf, replyWaitMs, statesBefore, statusOf, whyNotCommand } from './rules.ts'

const NOW = new Date('2026-03-11T10:00:00Z')
const beaten = (secondsAgo: number, change = {}) => ({
  is_online: true,
  last_heart_beat: new Date(NOW.getTime() - secondsAgo * 1000).toISOString(),
  heartbeat_seconds: 30,
  ...change,
})

test('a bank is ONLINE while its session lives and its last heartbeat is younger than three of them', () => {
  expect(statusOf(beaten(0), NOW)).toBe('ONLINE')
  expect(statusOf(beaten(89.999), NOW)).toBe('ONLINE')
  expect(statusOf(beaten(90), NOW)).toBe('OFFLINE')
  expect(statusOf(beaten(90, { heartbeat_seconds: 60 }), NOW)).toBe('ONLINE')
  expect(statusOf(beaten(0, { is_online: false }), NOW)).toBe('OFFLINE')
  expect(statusOf(beaten(0, { last_heart_beat: null }), NOW)).toBe('OFFLINE')
})

test('a bank takes commands only when it is authorised and ONLINE', () => {
  expect(whyNotCommand({ ...beaten(0), isAuthorised: true }, NOW)).toBeNull()
  expect(whyNotCommand({ ...beaten(0), isAuthorised: false }, NOW)?.code).toBe('MsgLockerBankNotAuthorised')
  expect(whyNotCommand({ ...beaten(100), isAuthorised: true }, NOW)?.text).toBe('Lockerbank is OFFLINE.')
})

test('a command ends once: a reply replaces an assumed state, and nothing replaces a final reply', () => {
  expect(statesBefore('acknowledged')).toEqual(['sent'])
  expect(statesBefore('expired')).toEqual(['sent', 'acknowledged'])
  expect(statesBefore('opened')).toEqual(['sent', 'acknowledged', 'expired'])
  expect(statesBefore('not-detected')).toEqual(statesBefore('opened'))
})

test('a request waits long enough for a command begun at the last moment whose door fails at every attempt', () => {
  expect(replyWaitMs(bankSettings({}))).toBe(15_000)
  const patient = bankSettings({ OpenTimeoutSeconds: '10', OpenRetries: '3' })
  expect(openingOf(patient)).toEqual({ openRetries: 3, openTimeoutMs: 10_000 })
  expect(replyWaitMs(patient)).toBe(51_000)
})

test('every channel of a bank has its topic, which a kiosk may either publish or subscribe to', () => {
  for (const channel of CHANNELS) expect(readTopic(topicOf('an-id', channel))).toEqual({ lockerBankId: 'an-id', channel })
  const { publish, subscribe } = topicsOfKiosk('an-id')
  expect([...publish, ...subscribe].toSorted()).toEqual(CHANNELS.map((channel) => `lockerbanks/an-id/${channel}`).toSorted())
  for (const topic of [
    'lockerbanks/an-id',
    'lockerbanks//status',
    'lockerbanks/an-id/status/x',
    'lockerbanks/an-id/secrets',
    'x/an-id/status',
  ])
    expect(readTopic(topic)).toBeNull()
})

test('each kind of event parses its own events only', () => {
  for (const [kind, schema] of Object.entries(EVENTS)) expect(schema.shape.Kind.value).toBe(kind)
})
