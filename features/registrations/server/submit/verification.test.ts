import { describe, expect, onTestFinished, test } from 'vitest'
import { runRetention } from '#apps/server/jobs.ts'
import { registrationsOf } from '../../contract.ts'
import { registrationFixtures } from '../testing/registration-fixtures.ts'

const { fixtures, resetQuotas, inRiverside, completed, read, review, residentForm, submitted, tokenTo, verify } =
  registrationFixtures()

const DAY = 86_400_000
const rowOf = (id: string) =>
  inRiverside((db) => db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirst())
const setRow = (id: string, change: object) =>
  inRiverside((db) => db.updateTable('registrations').set(change).where('id', '=', id).execute())
const mailsTo = (email: string) => fixtures.server.mails.filter(({ to }) => to === email)
const failure = 'Your registration could not be verified. The link may have been used or may have expired.'

describe('the link of the mail', () => {
  test('verifies the address, also when it is opened repeatedly', async () => {
    const { email } = residentForm()
    const id = await submitted('resident', { email }, { isVerified: false })
    expect((await rowOf(id))?.email_verified_at).toBeNull()
    const token = tokenTo(email)
    const replies = [await verify('resident', token), await verify('Resident', token)]
    for (const reply of replies) {
      expect(reply.statusCode).toBe(200)
      expect(reply.json().Message).toBe('Your registration has been verified. We will email you when it has been reviewed.')
    }
    expect((await rowOf(id))?.email_verified_at).not.toBeNull()
  })

  test('opens the page of the kind, and names the organisation', async () => {
    const { email } = residentForm()
    await submitted('agent', { email }, { isVerified: false })
    expect(mailsTo(email)[0]?.body).toMatch(
      /http:\/\/127\.0\.0\.1\/portal\/#\/agent\/verifyregistration\?token=\S+&org=riverside/,
    )
  })

  test('verifies nothing when the token is malformed, foreign, of the other kind, or three days old', async () => {
    const { email } = residentForm()
    const id = await submitted('resident', { email }, { isVerified: false })
    const token = tokenTo(email)
    const foreign = token.replace(fixtures.riverside.organisationId, fixtures.harbour.organisationId)
    const notOne = ['', 'x', `${fixtures.riverside.organisationId}.${'x'.repeat(43)}`, foreign, '\u0000']
    for (const wrong of notOne) {
      const reply = await verify('resident', wrong)
      expect([reply.statusCode, reply.json().Message]).toEqual([422, failure])
    }
    expect((await verify('agent', token)).statusCode).toBe(422)
    const inputs = [
      ['nobody', token],
      ...[null, 7, {}, [token], 'x'.repeat(501)].map((body) => ['resident', body] as const),
    ] as const
    for (const [kind, body] of inputs) {
      const reply = await verify(kind, body)
      expect([reply.statusCode, reply.json().Message]).toEqual([400, failure])
    }
    await setRow(id, { token_expires_at: new Date(Date.now() - 1000) })
    expect((await verify('resident', token)).statusCode).toBe(422)
    expect((await rowOf(id))?.email_verified_at).toBeNull()
  })

  test('verifies nothing after the decision and notifies no reviewer; an earlier verification stays valid', async () => {
    const [late, early] = [residentForm().email, residentForm().email]
    const id = await submitted('resident', { email: late }, { isVerified: false })
    await review('resident', id, { ApprovalStatus: -1 })
    const reply = await verify('resident', tokenTo(late))
    expect([reply.statusCode, reply.json().Message]).toEqual([422, failure])
    expect((await rowOf(id))?.email_verified_at).toBeNull()
    expect(fixtures.server.mails.filter(({ body }) => body.includes(`${id}/review`))).toEqual([])
    await review('resident', await submitted('resident', { email: early }), { ApprovalStatus: -1 })
    expect((await verify('resident', tokenTo(early))).statusCode).toBe(200)
  })

  test('works for three days', async () => {
    const row = await rowOf(await submitted('resident', {}, { isVerified: false }))
    expect(Date.parse(row!.token_expires_at) - Date.parse(row!.created_at)).toBe(72 * 3_600_000)
  })
})

describe('reviewers', () => {
  const toldOf = (id: string) => fixtures.server.mails.filter(({ body }) => body.includes(`${id}/review`)).map(({ to }) => to)

  test('are notified once, after the verification, and only those who may review it', async () => {
    const { email } = residentForm()
    const id = await submitted('resident', { email }, { isVerified: false })
    expect(toldOf(id)).toEqual([])
    await verify('resident', tokenTo(email))
    await verify('resident', tokenTo(email))
    const all = ['superadmin', 'organisationmanager', 'propertymanager', 'leasingspecialist']
    expect(toldOf(id).sort()).toEqual(all.map((role) => `${role}@riverside.test`).sort())
    const { property, building } = fixtures.riverside.second.ids
    const elsewhere = await submitted('resident', { propertyId: property, buildingId: building })
    expect(toldOf(elsewhere).sort()).toEqual(['organisationmanager@riverside.test', 'superadmin@riverside.test'])
    const agent = await submitted('agent')
    expect(toldOf(agent)).not.toContain('leasingspecialist@riverside.test')
    expect(toldOf(agent)).toContain('propertymanager@riverside.test')
  })

  test('are those of the general settings, except users who may not review it', async () => {
    const value = 'office@house.test; leasingspecialist@riverside.test, OFFICE@house.test, mailroomstaff@riverside.test'
    const setTo = (Value: string) =>
      inRiverside(async (db) => {
        await db.deleteFrom('organisation_settings').execute()
        const organisation_id = fixtures.riverside.organisationId
        if (Value)
          await db.insertInto('organisation_settings').values({ organisation_id, name: 'ReviewEmails', value: Value }).execute()
      })
    await setTo(value)
    onTestFinished(() => setTo(''))
    expect(toldOf(await submitted('resident')).sort()).toEqual(['leasingspecialist@riverside.test', 'office@house.test'])
    const { property, building } = fixtures.riverside.second.ids
    const elsewhere = await submitted('resident', { propertyId: property, buildingId: building })
    expect(toldOf(elsewhere)).toEqual(['office@house.test'])
  })

  test('can send a new link, which replaces the former one, until the e-mail is verified', async () => {
    const { email } = residentForm()
    const id = await submitted('resident', { email }, { isVerified: false })
    const before = tokenTo(email)
    const again = () =>
      fixtures.server.ask(registrationsOf.resident.sendVerification, { token: fixtures.leasing, params: { registrationId: id } })
    expect((await again()).body).toEqual({ Message: 'The verification email is being sent.' })
    expect(mailsTo(email)).toHaveLength(2)
    expect((await verify('resident', before)).statusCode).toBe(422)
    expect((await verify('resident', tokenTo(email))).statusCode).toBe(200)
    expect(await again()).toMatchObject({ status: 422, body: { Code: 'MsgAlreadyVerified' } })
  })

  test('who change the address trigger a new verification; the former link stops working', async () => {
    const { email } = residentForm()
    const id = await submitted('resident', { email })
    const before = tokenTo(email)
    const newEmail = residentForm().email
    expect(await review('resident', id, { Email: newEmail, ApprovalStatus: 1 })).toMatchObject({
      status: 422,
      body: { Code: 'MsgNotVerified' },
    })
    expect((await review('resident', id, { Email: newEmail })).status).toBe(200)
    expect((await read('resident', id)).body).toMatchObject({ Email: newEmail, EmailVerifiedAt: null })
    expect((await verify('resident', before)).statusCode).toBe(422)
    expect((await verify('resident', tokenTo(newEmail))).statusCode).toBe(200)
  })
})

test.each(['resident', 'agent'] as const)(
  'the rejection of a %s is mailed to a verified address only, because the form is public',
  async (kind) => {
    const email = () => residentForm().email
    const rejections = (to: string) => mailsTo(to).filter(({ subject }) => subject.includes('rejected'))
    const [unverified, changed, newEmail, proven] = [email(), email(), email(), email()]
    const reject = async (from: string, isVerified: boolean, change: object = {}) => {
      const id = await submitted(kind, { email: from }, { isVerified })
      expect((await review(kind, id, { ApprovalStatus: -1, ...change })).status).toBe(200)
      await completed(id)
    }
    await reject(unverified, false)
    await reject(changed, true, { Email: newEmail })
    await reject(proven, true)
    expect([unverified, changed, newEmail, proven].map((to) => rejections(to).length)).toEqual([0, 0, 0, 1])
  },
)

test('rejected and unverified registrations are deleted after thirty days, approved and pending ones are not', async () => {
  await resetQuotas()
  const old = new Date(Date.now() - 31 * DAY)
  const [rejected, fresh, unverified, waiting] = [
    await submitted('agent'),
    await submitted('agent'),
    await submitted('agent', {}, { isVerified: false }),
    await submitted('agent'),
  ]
  for (const id of [rejected, fresh]) await review('agent', id, { ApprovalStatus: -1 })
  await setRow(rejected, { decided_at: old })
  for (const id of [unverified, waiting]) await setRow(id, { created_at: old, token_expires_at: old })
  await runRetention(fixtures.server, new Date())
  const kept = await Promise.all([rejected, fresh, unverified, waiting].map(async (id) => (await rowOf(id)) !== undefined))
  expect(kept).toEqual([false, true, false, true])
})
