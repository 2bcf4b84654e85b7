import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { registrationFixtures } from '../testing/registration-fixtures.ts'

const { fixtures, agentForm, resetQuotas, inRiverside, residentForm, submit } = registrationFixtures()
beforeEach(() => resetQuotas())

const rowOf = (id: string) =>
  inRiverside((db) => db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const mailsTo = (email: string) => fixtures.server.mails.filter(({ to }) => to === email)

describe.each(['resident', 'agent'] as const)('the form of a %s that is sent again', (kind) => {
  const form = (change: object = {}) => ({ ...(kind === 'resident' ? residentForm() : agentForm()), id: newId(), ...change })

  test('with its id creates one registration and one mail, and gets the first reply again', async () => {
    const sent = form()
    const first = await submit(kind, sent)
    expect([first.status, first.body.Id]).toEqual([200, sent.id])
    const before = await rowOf(sent.id)
    const again = await submit(kind, { ...sent, email: sent.email.toUpperCase(), firstName: 'Other' })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await rowOf(sent.id)).toEqual(before)
    expect([mailsTo(sent.email).length, mailsTo(sent.email.toUpperCase()).length]).toEqual([1, 0])
  })

  test('many times at once creates one registration and one mail', async () => {
    const sent = form()
    const replies = await Promise.all([1, 2, 3].map(() => submit(kind, sent)))
    expect(replies.map(({ status, body }) => [status, body.Id])).toEqual(replies.map(() => [200, sent.id]))
    expect(mailsTo(sent.email)).toHaveLength(1)
  })

  test('with the id of another person’s registration is refused and reveals nothing', async () => {
    const other = form()
    await submit(kind, other)
    const before = await rowOf(other.id)
    const sent = form({ id: other.id })
    expect(await submit(kind, sent)).toMatchObject({ status: 409, body: { Message: 'It already exists.' } })
    const ofOtherKind = kind === 'resident' ? 'agent' : 'resident'
    expect((await submit(ofOtherKind, { id: other.id, email: other.email })).status).toBe(409)
    expect(await rowOf(other.id)).toEqual(before)
    expect(mailsTo(sent.email)).toEqual([])
    expect(mailsTo(other.email)).toHaveLength(1)
  })
})
