import { describe, expect, test } from 'vitest'
import { APPROVAL } from '../../rules.ts'
import { registrationFixtures } from '../testing/registration-fixtures.ts'

const REJECT = { ApprovalStatus: APPROVAL.Reject }
const { fixtures, inRiverside, residentForm, submitted, review, read, takeBack, decidedBefore, completed } =
  registrationFixtures()

const mailsOfRejection = (email: string) =>
  fixtures.server.mails.filter(({ to, subject }) => to === email && subject.includes('rejected'))
const pinOf = async (id: string) => {
  const row = await inRiverside((db) =>
    db.selectFrom('registrations').select('pin_hash').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return row.pin_hash
}

describe('a rejection', () => {
  test('sends its e-mail once, after it can no longer be taken back', async () => {
    const form = residentForm()
    const id = await submitted('resident', form)
    await review('resident', id, REJECT)
    const job = fixtures.server.jobs.at(-1)!
    await fixtures.server.work()
    expect(mailsOfRejection(form.email)).toHaveLength(0)
    fixtures.server.jobs.push(job, job)
    await completed(id)
    expect(mailsOfRejection(form.email)).toHaveLength(1)
    expect(await takeBack('resident', id)).toMatchObject({ status: 409, body: { Code: 'MsgTakeBackTooLate' } })
  })

  test.each(['resident', 'agent'] as const)('can be taken back: the %s is pending again, and no e-mail is sent', async (kind) => {
    const id = await submitted(kind)
    const pin = await pinOf(id)
    const { body: before } = await read(kind, id)
    await review(kind, id, REJECT)
    expect(await takeBack(kind, id)).toMatchObject({
      status: 200,
      body: { Message: 'The rejection has been taken back. The registration is pending again.' },
    })
    expect((await read(kind, id)).body).toEqual(before)
    const job = fixtures.server.jobs.length
    expect(job).toBeGreaterThan(0)
    await fixtures.server.work()
    expect(mailsOfRejection(before.Email)).toHaveLength(0)
    expect(await pinOf(id)).toBe(pin)
    expect((await takeBack(kind, id)).status).toBe(409)
    const audit = await inRiverside((db) => db.selectFrom('audit').select('action').where('subject_id', '=', id).execute())
    expect(audit.map(({ action }) => action)).toContain(`${kind} registration rejection taken back`)
  })

  test('can be taken back for 15 s at the server, and rejected again', async () => {
    const form = residentForm()
    const id = await submitted('resident', form)
    await review('resident', id, REJECT)
    await decidedBefore(id, 14)
    expect((await takeBack('resident', id)).status).toBe(200)
    await review('resident', id, REJECT)
    await decidedBefore(id, 16)
    expect((await takeBack('resident', id)).status).toBe(409)
    await completed(id)
    expect(mailsOfRejection(form.email)).toHaveLength(1)
  })

  test('with another e-mail address is not mailed, and taken back it is not verified', async () => {
    const form = residentForm()
    const id = await submitted('resident', form)
    await review('resident', id, { ...REJECT, Email: `other.${form.email}` })
    await takeBack('resident', id)
    expect((await read('resident', id)).body).toMatchObject({ RegistrationStatusId: 1, EmailVerifiedAt: null })
    await review('resident', id, REJECT)
    await completed(id)
    expect(mailsOfRejection(`other.${form.email}`)).toHaveLength(0)
  })

  test('of another organisation cannot be taken back', async () => {
    expect((await takeBack('resident', fixtures.harbour.first.ids.residentRegistration)).status).toBe(404)
  })
})
