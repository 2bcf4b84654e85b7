import { beforeEach, describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { session } from '#features/session/contract.ts'
import { CLIENTS } from '#features/session/public.ts'
import { newId } from '#platform/ids.ts'
import { isPassword } from '#platform/server/security/passwords.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { registrations, registrationsOf } from '../../contract.ts'
import { altchaChallenge } from '../captcha/altcha.ts'
import { answerOf, PIN, registrationFixtures } from '../testing/registration-fixtures.ts'
import { QUOTAS } from './submit.ts'

const { fixtures, agentForm, answer, resetQuotas, inRiverside, residentForm, submit, submitted } = registrationFixtures()
beforeEach(() => resetQuotas())

const long = (length: number) => 'x'.repeat(length)
const rowOf = (id: string) =>
  inRiverside((db) => db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

describe('a ticket', () => {
  const ask = (scope: string) =>
    fixtures.server.ask(session.token, {
      input: { grant_type: 'client_credentials', client_id: CLIENTS.selfRegistration, scope },
    })

  test('is issued for an organisation’s name, for half an hour, and names the organisation', async () => {
    const { status, body } = await ask('Riverside 7')
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 1800 })
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({ organisation: fixtures.riverside.organisationId, organisationname: 'riverside' })
    expect(claims.exp - claims.iat).toBe(1800)
  })

  test('is refused for an unknown organisation, with that message', async () => {
    expect(await ask('nowhere 7')).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope', error_description: 'Organisation not found. Please check the address of the form.' },
    })
  })

  test('ends when its organisation is deactivated, and no new one is issued', async () => {
    const { organisationId } = fixtures.harbour
    const close = (is_active: boolean) =>
      inOrganisation(fixtures.server, organisationId, (db) => db.updateTable('organisations').set({ is_active }).execute())
    await close(false)
    expect((await ask('harbour 7')).status).toBe(400)
    expect((await fixtures.server.ask(registrations.captcha, { token: fixtures.ticketOfHarbour })).status).toBe(401)
    await close(true)
    expect((await ask('harbour 7')).status).toBe(200)
  })

  test('gives access to the properties of its organisation only', async () => {
    const { organisationId, first } = fixtures.riverside
    const properties = await fixtures.server.ask(registrations.properties, { token: fixtures.ticket, params: { organisationId } })
    expect(properties.body.map(({ Id }: { Id: string }) => Id)).toContain(first.ids.property)
    const found = (query: Record<string, unknown>) =>
      fixtures.server.ask(registrations.properties, { token: fixtures.ticket, params: { organisationId }, query })
    expect((await found({ SearchText: 'quay 2' })).body).toEqual([{ Id: expect.any(String), Name: 'Property 2' }])
    const { body } = await found({ SearchText: 'quay 2', Ids: `${first.ids.property},nonsense` })
    expect(body.map(({ Name }: { Name: string }) => Name)).toEqual(['Property 1', 'Property 2'])
    const foreign = { organisationId: fixtures.harbour.organisationId }
    expect((await fixtures.server.ask(registrations.properties, { token: fixtures.ticket, params: foreign })).status).toBe(403)
  })
})

describe('a resident who registers', () => {
  test('is pending under the submitted name, in the language of the browser', async () => {
    const form = residentForm({ phoneNumber1: '1', isDDA: true, unitNumber: ' 12C ' })
    const { status, body } = await submit('resident', form, { headers: { 'accept-language': 'de-AT' } })
    expect(status).toBe(200)
    expect(await rowOf(body.Id)).toMatchObject({
      kind: 'resident',
      status: 1,
      unit_number: '12C',
      is_dda: true,
      phone1: '1',
      language: 'de',
      email_verified_at: null,
    })
    expect(fixtures.server.mails.at(-1)).toMatchObject({
      to: form.email,
      subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse für riverside',
    })
  })

  test('gets a mail that contains nothing else from the form, because the address may be another person’s', async () => {
    const form = residentForm({ firstName: 'Win-a-prize' })
    await submit('resident', form)
    const mail = fixtures.server.mails.at(-1)
    expect(mail?.to).toBe(form.email)
    expect(JSON.stringify(mail)).not.toContain('Win-a-prize')
  })

  test.each([
    [{ firstName: ' ' }, 'FirstName', 'First name cannot be empty'],
    [{ firstName: long(101) }, 'FirstName', 'Cannot be more than 100 characters!'],
    [{ lastName: undefined }, 'LastName', 'Last name cannot be empty'],
    [{ email: '' }, 'Email', 'Email cannot be empty'],
    [{ email: 'nia' }, 'Email', 'Enter a valid email id!'],
    [{ propertyId: EMPTY_GUID }, 'PropertyId', 'Please select property and building for the access'],
    [{ buildingId: '' }, 'BuildingId', 'Please select property and building for the access'],
    [{ reCaptchaToken: '' }, 'ReCaptchaToken', 'An error occurred while submitting the form.'],
    [{ reCaptchaToken: long(8001) }, 'ReCaptchaToken', 'An error occurred while submitting the form.'],
    [{ unitNumber: '' }, 'UnitNumber', 'Unit number cannot be empty'],
    [{ unitNumber: long(11) }, 'UnitNumber', 'Required upto 10 characters'],
    [{ phoneNumber: '' }, 'PhoneNumber', 'Cell phone cannot be empty'],
    [{ phoneNumber: 'call me soon' }, 'PhoneNumber', 'Provided number is invalid!'],
    [{ phoneNumber: '12345' }, 'PhoneNumber', 'Cell phone should atleast have 10 characters!'],
    [{ phoneNumber: '1'.repeat(21) }, 'PhoneNumber', 'Cell phone cannot be more than 20 characters!'],
    [{ phoneNumber2: '1'.repeat(21) }, 'PhoneNumber2', 'Phone cannot be more than 20 characters!'],
  ])('is refused for %o', async (wrong, Field, Message) => {
    expect(await submit('resident', wrong)).toMatchObject({ status: 400, body: { Field, Message } })
  })

  test('gets only the first failure, in the order of the specification', async () => {
    const input: Record<string, unknown> = {}
    const fields: string[] = []
    const right = { ...residentForm(), reCaptchaToken: 'x' } as Record<string, unknown>
    for (;;) {
      const { status, body } = await fixtures.server.ask(registrationsOf.resident.submit, { token: fixtures.ticket, input })
      if (status !== 400) break
      fields.push(body.Field)
      const name = `${body.Field[0].toLowerCase()}${body.Field.slice(1)}`
      input[name] = right[name]
    }
    const order = ['FirstName', 'LastName', 'Email', 'PropertyId', 'BuildingId', 'UnitNumber', 'PhoneNumber', 'ReCaptchaToken']
    expect(fields).toEqual(order)
  })

  test('is refused for a building of another property or organisation with the same message', async () => {
    for (const place of [fixtures.riverside.second.ids, fixtures.harbour.first.ids])
      expect(await submit('resident', { buildingId: place.building })).toMatchObject({
        status: 422,
        body: { Field: 'BuildingId', Code: 'MsgNoSuchBuilding' },
      })
    const organisationId = fixtures.harbour.organisationId
    expect((await submit('resident', { organisationId })).status).toBe(403)
  })
})

describe('an agent who registers', () => {
  test('is pending with the role that matches the courier', async () => {
    const { body } = await submit('agent', agentForm())
    expect(await rowOf(body.Id)).toMatchObject({ kind: 'agent', status: 1, role_id: 6, property_id: null })
    const cleaning = await submit('agent', agentForm({ courierId: fixtures.cleaningId }))
    expect(await rowOf(cleaning.body.Id)).toMatchObject({ role_id: 9 })
  })

  test.each([
    [{ courierId: EMPTY_GUID }, 'CourierId', 'Courier cannot be empty'],
    [{ pin: '' }, 'Pin', 'Pin cannot be empty'],
    [{ pin: '12345' }, 'Pin', 'Please enter 6 digits for the PIN!'],
    [{ pin: '1234567' }, 'Pin', 'Please enter 6 digits for the PIN!'],
    [{ userName: ' ' }, 'UserName', 'UserName cannot be empty'],
    [{ userName: long(51) }, 'UserName', 'Cannot be more than 50 characters!'],
    [{ propertyIds: undefined }, 'PropertyIds', 'Please select property for the access'],
    [{ propertyIds: [] }, 'PropertyIds', 'Please select at least one Property'],
  ])('is refused for %o', async (wrong, Field, Message) => {
    expect(await submit('agent', wrong)).toMatchObject({ status: 400, body: { Field, Message } })
  })

  test('gets only the first failure, in the order of the specification', async () => {
    const refused = async (input: object) =>
      (await fixtures.server.ask(registrationsOf.agent.submit, { token: fixtures.ticket, input })).body.Field
    const { firstName, lastName, email, courierId, pin, userName, phoneNumber } = agentForm()
    expect(await refused({})).toBe('FirstName')
    expect(await refused({ firstName, lastName, email })).toBe('CourierId')
    expect(await refused({ firstName, lastName, email, courierId })).toBe('Pin')
    expect(await refused({ firstName, lastName, email, courierId, pin })).toBe('UserName')
    expect(await refused({ firstName, lastName, email, courierId, pin, userName })).toBe('PhoneNumber')
    expect(await refused({ firstName, lastName, email, courierId, pin, userName, phoneNumber })).toBe('PropertyIds')
  })

  test('is refused for an unknown or foreign courier or property', async () => {
    for (const courierId of [newId(), fixtures.harbour.first.ids.courier])
      expect(await submit('agent', { courierId })).toMatchObject({ status: 422, body: { Code: 'MsgNoSuchCourier' } })
    for (const other of [newId(), fixtures.harbour.first.ids.property])
      expect(await submit('agent', { propertyIds: [fixtures.riverside.first.ids.property, other] })).toMatchObject({
        status: 422,
        body: { Code: 'MsgNoSuchProperty' },
      })
  })

  test('does not learn that a user name is taken', async () => {
    const id = await submitted('agent', { userName: 'agent-riverside-1' })
    expect((await rowOf(id)).user_name).toBe('agent-riverside-1')
  })

  test('has a PIN of which only a hash is stored, from the first moment', async () => {
    const id = await submitted('agent')
    const { pin_hash } = await rowOf(id)
    expect(pin_hash).toMatch(/^\$argon2id\$/)
    expect(await isPassword(pin_hash!, PIN)).toBe(true)
    const { body } = await fixtures.server.ask(registrationsOf.agent.get, {
      token: fixtures.manager,
      params: { registrationId: id },
    })
    const audit = await inRiverside((db) => db.selectFrom('audit').selectAll().execute())
    const mails = await inRiverside((db) => db.selectFrom('mails').selectAll().execute())
    const stored = await inRiverside((db) => db.selectFrom('idempotency_keys').selectAll().execute())
    for (const content of [body, audit, mails, stored, fixtures.server.mails]) {
      expect(JSON.stringify(content)).not.toContain(PIN)
      expect(JSON.stringify(content)).not.toContain('argon2id')
    }
  })
})

describe('the captcha', () => {
  const refused = { status: 422, body: { Field: 'ReCaptchaToken', Message: 'An error occurred while submitting the form.' } }
  const challenge = (at = new Date(), organisationId = fixtures.riverside.organisationId) =>
    altchaChallenge(fixtures.server.keys, organisationId, at, 1)

  test('is a signed challenge that a correct answer passes', async () => {
    const { body } = await fixtures.server.ask(registrations.captcha, { token: fixtures.ticket })
    expect(body).toMatchObject({ Provider: 'altcha', SiteKey: '', Script: '' })
    expect((await submit('resident', { reCaptchaToken: await answerOf(body.Challenge) })).status).toBe(200)
  })

  test('accepts an answer once, also when many arrive at the same time', async () => {
    const reCaptchaToken = await answer()
    const replies = await Promise.all([1, 2, 3, 4].map(() => submit('resident', { reCaptchaToken })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    expect(await submit('agent', { reCaptchaToken })).toMatchObject(refused)
  })

  test('refuses a used answer in another encoding', async () => {
    const reCaptchaToken = await answer()
    expect((await submit('resident', { reCaptchaToken })).status).toBe(200)
    const decoded = JSON.parse(Buffer.from(reCaptchaToken, 'base64').toString())
    const again = Buffer.from(JSON.stringify({ ...decoded, and: 'more' }, null, 2)).toString('base64')
    expect(await submit('resident', { reCaptchaToken: again })).toMatchObject(refused)
  })

  test('refuses an expired answer', async () => {
    const reCaptchaToken = await answerOf(await challenge(new Date(Date.now() - 11 * 60_000)))
    expect(await submit('resident', { reCaptchaToken })).toMatchObject(refused)
  })

  test('refuses an answer of another organisation', async () => {
    const reCaptchaToken = await answer(fixtures.harbour.organisationId)
    expect(await submit('resident', { reCaptchaToken })).toMatchObject(refused)
  })

  test('refuses an answer to a foreign or altered challenge', async () => {
    const { parameters, signature } = await challenge()
    const forged = { parameters: { ...parameters, expiresAt: parameters.expiresAt! + 9999 }, signature: signature! }
    const easier = { parameters: { ...parameters, cost: 1, keyPrefix: '0' }, signature: signature! }
    const unsigned = { parameters, signature: '' }
    for (const one of [forged, easier, unsigned])
      expect(await submit('resident', { reCaptchaToken: await answerOf(one) })).toMatchObject(refused)
  })

  test('refuses a wrong or malformed answer', async () => {
    const offered = await challenge()
    const wrong = { challenge: offered, solution: { counter: 1, derivedKey: 'ab'.repeat(32) } }
    const garbage = ['x', 'e30=', Buffer.from('null').toString('base64'), Buffer.from(JSON.stringify(wrong)).toString('base64')]
    for (const reCaptchaToken of garbage) expect(await submit('resident', { reCaptchaToken })).toMatchObject(refused)
    for (const reCaptchaToken of ['', undefined, 7]) expect((await submit('resident', { reCaptchaToken })).status).toBe(400)
  })
})

describe('quotas', () => {
  test('limit a network address', async () => {
    for (let i = 0; i < QUOTAS.address; i += 1) await submit('resident', { reCaptchaToken: 'wrong' })
    const { status, headers } = await submit('resident')
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
  })

  test('limit an e-mail address, without its tag', async () => {
    for (let i = 0; i < QUOTAS.email; i += 1)
      expect((await submit('resident', { email: i ? `One+${i}@new.test` : 'One@new.test' })).status).toBe(200)
    const { status, headers } = await submit('agent', { email: 'one@NEW.test' })
    expect([status, headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect((await submit('resident')).status).toBe(200)
  })

  test('limit an organisation, and count only forms with a solved captcha', async () => {
    await submit('resident', { reCaptchaToken: 'wrong' })
    await submit('resident')
    const spent = async () =>
      await fixtures.server.database.untenanted
        .selectFrom('rate_limits')
        .select('points')
        .where('key', 'like', 'registration organisation:%')
        .execute()
    expect(await spent()).toEqual([{ points: 1 }])
    await fixtures.server.database.untenanted
      .updateTable('rate_limits')
      .set({ points: QUOTAS.organisation })
      .where('key', 'like', 'registration organisation:%')
      .execute()
    const { status, headers } = await submit('resident')
    expect([status, headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
  })
})
