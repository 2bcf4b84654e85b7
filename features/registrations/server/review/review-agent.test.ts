import { describe, expect, test } from 'vitest'
import { agents } from '#features/agents/contract.ts'
import { session } from '#features/session/contract.ts'
import { terminals } from '#features/terminal/contract.ts'
import { newId } from '#platform/ids.ts'
import { registrations, registrationsOf } from '../../contract.ts'
import { PIN, registrationFixtures } from '../testing/registration-fixtures.ts'

const { fixtures, agentForm, resetQuotas, inRiverside, read, review, submitted, completed } = registrationFixtures()

const APPROVE = { ApprovalStatus: 1 }
const REJECT = { ApprovalStatus: -1 }
const rowOf = (id: string) =>
  inRiverside((db) => db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const mailsTo = (email: string) => fixtures.server.mails.filter(({ to }) => to === email)
const auditOf = (id: string) =>
  inRiverside((db) => db.selectFrom('audit').select(['action', 'actor_name']).where('subject_id', '=', id).execute())
const page = (input: object, token = fixtures.manager) => fixtures.server.ask(registrationsOf.agent.page, { token, input })

describe('the list of agents’ registrations', () => {
  test('shows pending registrations by default, and others on request', async () => {
    const [waiting, decided] = [await submitted('agent'), await submitted('agent')]
    await review('agent', decided, REJECT)
    const ids = async (input: object) => (await page({ pageSize: 500, ...input })).body.Data.map((row: { Id: string }) => row.Id)
    expect(await ids({})).toContain(waiting)
    expect(await ids({})).not.toContain(decided)
    expect(await ids({ registrationStatusType: 3 })).toEqual([decided])
    expect(await ids({ registrationStatusType: 0 })).toEqual(expect.arrayContaining([waiting, decided]))
    const { body } = await page({ registrationStatusType: 3 })
    expect(body.Data[0]).toMatchObject({ AgentRegistrationId: decided, RegistrationStatus: 'Rejected', IsEmailVerified: true })
  })

  test('is narrowed by courier, property, name and e-mail', async () => {
    const { email } = agentForm()
    const { property } = fixtures.riverside.second.ids
    const form = { email, firstName: 'Zeno', lastName: 'Zwei', courierId: fixtures.cleaningId, propertyIds: [property] }
    const id = await submitted('agent', form)
    for (const filter of [
      { courierId: fixtures.cleaningId },
      { propertyId: property, firstName: 'zEN' },
      { lastName: 'wei' },
      { email: email.slice(0, 8), lastName: 'Zw' },
    ])
      expect((await page(filter)).body.Data.map((row: { Id: string }) => row.Id)).toEqual([id])
    expect((await page({ lastName: 'wei', propertyId: fixtures.riverside.first.ids.property })).body).toMatchObject({ Total: 0 })
    expect((await page({ lastName: '%' })).body.Total).toBe(0)
    expect((await page({ lastName: 'wei' }, fixtures.ofProperty)).body.Total).toBe(0)
  })

  test('is sorted by each of its columns', async () => {
    for (const sortColumn of ['SubmittedAt', 'FirstName', 'LastName', 'CourierName', 'RegistrationStatus', 'IsEmailVerified'])
      expect((await page({ sortColumn, sortDirectionText: 'desc' })).status).toBe(200)
  })
})

describe('a reviewer', () => {
  test('approves: creates the agent in the same transaction, who signs in at the terminal with the PIN of the form', async () => {
    const form = agentForm({ userName: 'Terminal.Tess' })
    const id = await submitted('agent', form)
    expect(await review('agent', id, { ...APPROVE, Comments: 'Known to us' })).toMatchObject({
      status: 200,
      body: { Message: 'The registration has been approved.', Id: id },
    })
    const { agent_id, pin_hash, status } = await rowOf(id)
    expect([status, pin_hash]).toEqual([2, null])
    const agent = await fixtures.server.ask(agents.get, { token: fixtures.manager, params: { agentId: agent_id! } })
    expect(agent.body).toMatchObject({
      FirstName: 'Nia',
      EmailId: form.email,
      MobilePhone: form.phoneNumber,
      RoleTypeId: 6,
      UserName: 'Terminal.Tess',
      PropertyIds: form.propertyIds,
      IsActive: true,
    })
    const terminal = (await fixtures.server.ask(session.token, { input: fixtures.riverside.first.credentials })).body.access_token
    const signIn = (pin: string) =>
      fixtures.server.ask(terminals.signIn, { token: terminal, input: { userName: 'terminal.tess', pin } })
    expect((await signIn(PIN)).status).toBe(200)
    expect((await auditOf(id)).map(({ action }) => action)).toContain('agent registration approved')
    const mail = mailsTo(form.email).at(-1)
    expect(mail).toMatchObject({ subject: 'Your registration at riverside has been approved' })
    expect(mail?.body).toContain('Terminal.Tess')
    expect(mail?.body).not.toContain('Known to us')
    expect(mail?.body).not.toContain(PIN)
  })

  test('rejects: creates no agent, then deletes the hash and mails the result without the comments', async () => {
    const form = agentForm()
    const id = await submitted('agent', form)
    expect((await review('agent', id, { ...REJECT, Comments: 'Looks odd' })).body.Message).toBe(
      'The registration has been rejected.',
    )
    await completed(id)
    expect(await rowOf(id)).toMatchObject({ status: 3, pin_hash: null, agent_id: null, comments: 'Looks odd' })
    const mail = mailsTo(form.email).at(-1)
    expect(mail?.subject).toBe('Your registration at riverside has been rejected')
    expect(mail?.body).not.toContain('Looks odd')
    expect((await read('agent', id)).body).toMatchObject({
      RegistrationStatusId: 3,
      ApprovalStatus: -1,
      Comments: 'Looks odd',
      ReviewerName: 'Test organisationmanager',
      LastModifiedTime: expect.any(String),
      Editable: false,
    })
  })

  test('saves changes without deciding, and may give another PIN', async () => {
    const id = await submitted('agent')
    const { pin_hash } = await rowOf(id)
    await review('agent', id, { FirstName: 'Nina', Comments: 'Called' })
    expect(await rowOf(id)).toMatchObject({ status: 1, first_name: 'Nina', comments: 'Called', pin_hash, decided_at: null })
    expect((await read('agent', id)).body).toMatchObject({ LastModifiedTime: null, Editable: true, ApprovalStatus: 0 })
    await review('agent', id, { Pin: '111222' })
    expect((await rowOf(id)).pin_hash).not.toBe(pin_hash)
    expect(await review('agent', id, { Pin: '1' })).toMatchObject({ status: 400, body: { Field: 'Pin' } })
    const long = await review('agent', id, { Comments: 'x'.repeat(251) })
    expect(long.body).toMatchObject({ Field: 'Comments', Message: 'comments cannot be more than 250 characters!' })
  })

  test('chooses the role, which must match the courier', async () => {
    const id = await submitted('agent', { courierId: fixtures.cleaningId })
    expect((await read('agent', id)).body.RoleTypeId).toBe(9)
    expect(await review('agent', id, { ...APPROVE, RoleTypeId: 7 })).toMatchObject({ status: 422, body: { Field: 'CourierId' } })
    expect(await review('agent', id, { RoleTypeId: 5 })).toMatchObject({ status: 400, body: { Message: 'Role is required' } })
    expect((await rowOf(id)).status).toBe(1)
    expect((await review('agent', id, APPROVE)).status).toBe(200)
  })

  test('does not approve before the e-mail is verified', async () => {
    const id = await submitted('agent', {}, { isVerified: false })
    expect(await review('agent', id, APPROVE)).toMatchObject({ status: 422, body: { Code: 'MsgNotVerified' } })
    expect((await rowOf(id)).status).toBe(1)
    expect((await review('agent', id, REJECT)).status).toBe(200)
  })

  test('sees that a user name is taken, and can approve only a free one', async () => {
    const id = await submitted('agent', { userName: 'AGENT-riverside-1' })
    expect((await read('agent', id)).body.IsUserNameTaken).toBe(true)
    expect(await review('agent', id, APPROVE)).toMatchObject({
      status: 422,
      body: { Field: 'UserName', Code: 'MsgUserNameTaken' },
    })
    expect((await rowOf(id)).status).toBe(1)
    expect((await review('agent', id, { ...APPROVE, UserName: 'another.one' })).status).toBe(200)
  })

  test('sees possible duplicates by e-mail or phone: agents and pending registrations', async () => {
    const email = `same.${newId().slice(-6)}@new.test`
    const before = await submitted('agent', { email, phoneNumber: '+44 (20) 7946-0999' })
    await review('agent', before, APPROVE)
    const waiting = await submitted('agent', { phoneNumber: '442079460999', email: `x${email}` })
    const id = await submitted('agent', { email: email.toUpperCase(), phoneNumber: '44 20 7946 0999' })
    const { Duplicates } = (await read('agent', id)).body
    expect(Duplicates).toHaveLength(2)
    expect(Duplicates[0]).toMatchObject({ HasSameEmail: true, HasSamePhone: true, IsRegistration: false })
    expect(Duplicates[1]).toMatchObject({ Id: waiting, HasSameEmail: false, HasSamePhone: true, IsRegistration: true })
  })

  test('with some properties sees and assigns only those', async () => {
    const [first, second] = [fixtures.riverside.first.ids.property, fixtures.riverside.second.ids.property]
    const id = await submitted('agent', { propertyIds: [first, second] })
    expect((await read('agent', id, fixtures.ofProperty)).body).toMatchObject({ PropertyIds: [first], OtherProperties: 1 })
    expect(await review('agent', id, { PropertyIds: [second] }, fixtures.ofProperty)).toMatchObject({ status: 422 })
    expect((await review('agent', id, APPROVE, fixtures.ofProperty)).status).toBe(200)
    const assigned = await inRiverside(async (db) =>
      db
        .selectFrom('agent_properties')
        .select('property_id')
        .where('agent_id', '=', (await rowOf(id)).agent_id)
        .execute(),
    )
    expect(assigned).toEqual([{ property_id: first }])
    const elsewhere = await submitted('agent', { propertyIds: [second] })
    expect((await read('agent', elsewhere, fixtures.ofProperty)).status).toBe(404)
    expect((await read('agent', fixtures.harbour.first.ids.agentRegistration)).status).toBe(404)
  })
})

describe('two reviewers at once', () => {
  test('make one decision: one agent, one mail, and the second gets the name of the first', async () => {
    for (let round = 0; round < 5; round += 1) {
      await resetQuotas()
      const form = agentForm()
      const id = await submitted('agent', form)
      const replies = await Promise.all([
        review('agent', id, APPROVE),
        review('agent', id, REJECT, fixtures.ofProperty),
        review('agent', id, APPROVE, fixtures.ofProperty),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const { status, agent_id, reviewer_name } = await rowOf(id)
      const refused = replies.find((reply) => reply.status === 409)
      expect(refused?.body).toMatchObject({ Code: 'MsgAlreadyDecided' })
      expect(refused?.body.Message).toContain(reviewer_name)
      const made = await inRiverside((db) => db.selectFrom('agents').select('id').where('email', '=', form.email).execute())
      expect(made).toEqual(status === 2 ? [{ id: agent_id }] : [])
      if (status === 3) await completed(id)
      expect(mailsTo(form.email).filter(({ subject }) => /approved|rejected/.test(subject))).toHaveLength(1)
    }
  })

  test('a decided registration refuses changes and further decisions', async () => {
    const id = await submitted('agent')
    await review('agent', id, REJECT)
    for (const change of [APPROVE, REJECT, { FirstName: 'Late' }])
      expect(await review('agent', id, change)).toMatchObject({ status: 409, body: { Code: 'MsgAlreadyDecided' } })
  })
})

test('the statuses of registrations are these three', async () => {
  const { body } = await fixtures.server.ask(registrations.statusTypes, { token: fixtures.leasing })
  expect(body).toEqual([
    { Id: 1, Name: 'Pending' },
    { Id: 2, Name: 'Approved' },
    { Id: 3, Name: 'Rejected' },
  ])
})

test('a registration that another reviewer has changed since it was read is refused, of either kind', async () => {
  for (const kind of ['resident', 'agent'] as const) {
    const id = await submitted(kind)
    const { Version } = (await read(kind, id)).body
    expect((await review(kind, id, { Comments: 'First', Version })).status).toBe(200)
    const late = { ...APPROVE, Comments: 'Second', Version }
    expect(await review(kind, id, late)).toMatchObject({ status: 409, body: { Code: 'MsgChangedElsewhere' } })
    const { body } = await read(kind, id)
    expect(body).toMatchObject({ Comments: 'First', Editable: true })
    expect((await review(kind, id, { ...late, Version: body.Version })).status).toBe(200)
  }
})
