import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emailOf, PASSWORD, tokenOf } from '#apps/server/testing/fixtures.ts'
import { session } from '#features/session/contract.ts'
import { beginSignIn } from '#features/session/server/sign-ins.ts'
import { deriveKeys } from '#platform/server/security/keys.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { portalUsers } from '../contract.ts'
import { linkOf, OWN, userFixtures } from '../testing/user-fixtures.ts'

const { state, draft, save, created, get, inRiverside, mailTo, signIn, setPassword } = userFixtures()

describe('an invited user', () => {
  test('chooses a password by the link of the e-mail, once, and then signs in', async () => {
    const { input, ...user } = await created()
    expect(user).toMatchObject({ FirstName: 'Nora', Email: input.Email, Status: 3, IsFixed: false })
    expect(user.InvitedAt).toMatch(/Z$/)
    expect((await signIn(input.Email, '')).status).toBe(400)
    const { body } = (await mailTo(input.Email))!
    expect(body).toContain(`with the organisation riverside and the email address ${input.Email}.`)
    const link = linkOf(body)
    expect(link.get('email')).toBe(input.Email)
    expect((await setPassword(link, OWN)).status).toBe(200)
    expect((await setPassword(link, `${OWN}x`)).status).toBe(422)
    expect((await signIn(input.Email, OWN)).status).toBe(200)
    expect((await get(user.Id)).body).toMatchObject({ Status: 1, InvitedAt: null })
  })
  test('is invited again, and only the last link works', async () => {
    const { Id, input } = await created()
    const first = linkOf((await mailTo(input.Email))!.body)
    const invite = () => state.server.ask(portalUsers.invite, { token: state.manager, params: { portalUserId: Id } })
    expect((await invite()).body.Message).toBe(`An invitation was sent to ${input.Email}.`)
    expect((await setPassword(first, OWN)).status).toBe(422)
    expect((await setPassword(linkOf((await mailTo(input.Email))!.body), OWN)).status).toBe(200)
    expect(await invite()).toMatchObject({ status: 422, body: { Message: 'The user has set a password already.' } })
  })
  test('has a link for 7 days', async () => {
    const aged = async (age: string) => {
      const { Id, input } = await created()
      const link = linkOf((await mailTo(input.Email))!.body)
      await inRiverside((db) =>
        db
          .updateTable('password_resets')
          .set({ expires_at: sql`expires_at - ${age}::interval` })
          .where('portal_user_id', '=', Id)
          .execute(),
      )
      return (await setPassword(link, OWN)).status
    }
    expect(await aged('6 days 23 hours')).toBe(200)
    expect(await aged('7 days')).toBe(422)
  })
  test('that is disabled or deleted has no link any more', async () => {
    const { Id, input } = await created()
    const link = linkOf((await mailTo(input.Email))!.body)
    await save({ ...input, IsActive: false })
    expect((await setPassword(link, OWN)).status).toBe(422)
    expect((await get(Id)).body).toMatchObject({ Status: 2 })
  })
})

describe('a first password', () => {
  test('signs in only after the user has changed it', async () => {
    const { input } = await created({ Password: 'velvet-harbour-kite-31' })
    const refused = { status: 400, body: { error: 'password_must_change' } }
    expect(await signIn(input.Email, 'velvet-harbour-kite-31')).toMatchObject(refused)
    expect((await signIn(input.Email, 'wrong-harbour-kite-31')).body.error).toBe('invalid_grant')
    const change = (Password: string, NewPassword: string) =>
      state.server.ask(session.changePassword, {
        input: { OrganisationSystemName: 'riverside', UserName: input.Email, Password, NewPassword },
      })
    expect((await change('wrong-harbour-kite-31', OWN)).status).toBe(400)
    expect(await change('velvet-harbour-kite-31', 'velvet-harbour-kite-31')).toMatchObject({
      status: 422,
      body: { Field: 'NewPassword', Message: 'The new password must differ from the present one.' },
    })
    expect(await change('velvet-harbour-kite-31', '1234567890123')).toMatchObject({ status: 422, body: { Field: 'NewPassword' } })
    expect((await change('velvet-harbour-kite-31', OWN)).status).toBe(200)
    expect((await signIn(input.Email, OWN)).status).toBe(200)
    expect((await signIn(input.Email, 'velvet-harbour-kite-31')).status).toBe(400)
    expect(await mailTo(input.Email)).toBeUndefined()
  })
  test.each([
    ['short1', 'Password must have at least 12 characters!'],
    ['x'.repeat(129), 'Password cannot be more than 128 characters!'],
    ['nora-quist-1234', null],
    ['riverside-riverside', null],
  ])('of "%s" is refused', async (Password, Message) => {
    const { status, body } = await save(draft({ Password }))
    expect([status, body.Field]).toEqual([422, 'Password'])
    if (Message) expect(body.Message).toBe(Message)
  })
})

test('another e-mail address ends sign-ins and links, and the former address is notified', async () => {
  const { Id, input } = await created()
  await setPassword(linkOf((await mailTo(input.Email))!.body), OWN)
  const token = (await signIn(input.Email, OWN)).body.access_token
  await save({ ...input, Id, Email: 'moved@users.test' })
  expect((await mailTo(input.Email))!.subject).toContain('Your sign-in address')
  await eventually(async () => (await state.server.ask(session.preload, { token })).status).toBe(401)
  expect((await signIn('moved@users.test', OWN)).status).toBe(200)
})

test('a sign-in does not begin when the password or the account has changed since it was checked', async () => {
  const { Id, input } = await created()
  await setPassword(linkOf((await mailTo(input.Email))!.body), OWN)
  const begin = (change: object) =>
    inRiverside(async (db) => {
      const user = await db.selectFrom('portal_users').selectAll().where('id', '=', Id).executeTakeFirstOrThrow()
      const device = { address: '', userAgent: '', by: 'password' }
      return beginSignIn(
        db,
        deriveKeys(randomBytes(32)),
        state.riverside.organisationId,
        { ...user, ...change },
        device,
        new Date(),
      )
    })
  expect(await begin({ password_hash: 'the one before' })).toBeUndefined()
  expect(await begin({})).toMatchObject({ signInId: expect.stringMatching(/./) })
  await save({ ...input, Id, IsActive: false })
  expect(await begin({})).toBeUndefined()
})

test('the password of the fixtures still signs in', async () => {
  expect((await signIn(emailOf('mailroomstaff', 'riverside'), PASSWORD)).status).toBe(200)
  expect(await tokenOf(state.server, 'mailroomstaff', 'riverside')).toMatch(/./)
})
