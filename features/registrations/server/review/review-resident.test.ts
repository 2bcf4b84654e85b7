import { describe, expect, test } from 'vitest'
import { residents } from '#features/residents/contract.ts'
import { newId } from '#platform/ids.ts'
import { registrationsOf } from '../../contract.ts'
import { APPROVE, REJECT, reviewFixtures } from '../testing/review-fixtures.ts'

const { fixtures, resetQuotas, inRiverside, read, residentForm, review, submitted, completed, rowOf } = reviewFixtures()

const mailsTo = (email: string) => fixtures.server.mails.filter(({ to }) => to === email)

const residentOf = async (id: string) => {
  const { resident_id } = await rowOf(id)
  return (await fixtures.server.ask(residents.get, { token: fixtures.manager, params: { residentId: resident_id ?? '' } })).body
}

describe('a leasing specialist', () => {
  test('approves: creates the resident in the same transaction, without an access code', async () => {
    const form = residentForm({ phoneNumber1: '555', isDDA: true })
    const id = await submitted('resident', form)
    expect((await review('resident', id, { ...APPROVE, Comments: 'Lease seen' }, fixtures.leasing)).body).toEqual({
      Message: 'The registration has been approved.',
      Id: id,
    })
    expect(await residentOf(id)).toMatchObject({
      FirstName: form.firstName,
      LastName: form.lastName,
      EmailId: form.email,
      MobilePhone: form.phoneNumber,
      Phone1: '555',
      UnitNumber: form.unitNumber,
      IsDisabled: true,
      IsActive: true,
      OccupancyStatus: 1,
      LockerAccessCode: '',
    })
    const mails = mailsTo(form.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Please verify your email address for riverside',
      'Your registration at riverside has been approved',
    ])
    expect(JSON.stringify(mails)).not.toContain('Lease seen')
    expect((await read('resident', id)).body).toMatchObject({
      RegistrationStatusId: 2,
      ApprovalStatus: 1,
      ReviewerName: 'Test leasingspecialist',
      Comments: 'Lease seen',
      Editable: false,
      Duplicates: [],
    })
  })

  test('gives the resident the language of the browser, unless the resident has one', async () => {
    const form = residentForm()
    const inGerman = { headers: { 'accept-language': 'de-AT' } }
    const id = await submitted('resident', form, inGerman)
    await review('resident', id, APPROVE)
    expect((await residentOf(id)).Language).toBe('de')
    const { body } = await read('resident', id)
    const again = await submitted('resident', form, { headers: { 'accept-language': 'es' } })
    await review('resident', again, { ...APPROVE, ResidentId: body.ApprovedId })
    expect((await residentOf(again)).Language).toBe('de')
  })

  test('sends an access code only when the reviewer requests it', async () => {
    const form = residentForm()
    const id = await submitted('resident', form)
    await review('resident', id, { ...APPROVE, SendLockerAccessCode: true }, fixtures.leasing)
    const { LockerAccessCode } = await residentOf(id)
    expect(LockerAccessCode).toMatch(/^\d{8}$/)
    expect(mailsTo(form.email).filter(({ body }) => body.includes(LockerAccessCode))).toHaveLength(1)
  })

  test('sees possible duplicates and the occupants of the unit, and can update that resident instead', async () => {
    const unitNumber = `U${newId().slice(-6)}`
    const before = residentForm({ unitNumber, phoneNumber: '+1 (201) 555-0100' })
    const first = await submitted('resident', before)
    await review('resident', first, { ...APPROVE, SendLockerAccessCode: true })
    const { resident_id } = await rowOf(first)
    const code = (await residentOf(first)).LockerAccessCode
    const again = residentForm({ unitNumber: unitNumber.toLowerCase(), phoneNumber: '12015550100', lastName: 'NEWCOMER' })
    const second = await submitted('resident', again)
    const { Duplicates, Occupants } = (await read('resident', second)).body
    expect(Duplicates).toMatchObject([
      { Id: resident_id, HasSameEmail: false, HasSamePhone: true, IsSamePerson: true, IsRegistration: false },
    ])
    expect(Occupants).toEqual([{ Id: resident_id, Name: 'Nia Newcomer' }])
    expect((await review('resident', second, { ...APPROVE, ResidentId: resident_id })).status).toBe(200)
    expect((await rowOf(second)).resident_id).toBe(resident_id)
    expect(await residentOf(second)).toMatchObject({ EmailId: again.email, LastName: 'NEWCOMER', LockerAccessCode: code })
    const third = await submitted('resident', residentForm({ email: again.email }))
    expect((await read('resident', third)).body.Duplicates).toMatchObject([{ Id: resident_id, HasSameEmail: true }])
    expect(await review('resident', third, { ...APPROVE, ResidentId: fixtures.harbour.first.ids.resident })).toMatchObject({
      status: 422,
      body: { Field: 'ResidentId', Code: 'MsgNoSuchResident' },
    })
    expect((await review('resident', third, APPROVE)).status).toBe(200)
    expect((await rowOf(third)).resident_id).not.toBe(resident_id)
  })

  test('sees and decides only registrations of the own properties', async () => {
    const { property, building } = fixtures.riverside.second.ids
    const elsewhere = await submitted('resident', { propertyId: property, buildingId: building })
    const { body } = await read('resident', elsewhere)
    for (const id of [elsewhere, fixtures.harbour.first.ids.residentRegistration, newId()]) {
      expect((await read('resident', id, fixtures.leasing)).status).toBe(404)
      const request = { token: fixtures.leasing, params: { registrationId: id }, input: { ...body, ...APPROVE } }
      expect((await fixtures.server.ask(registrationsOf.resident.review, request)).status).toBe(404)
    }
    const own = await submitted('resident')
    expect(await review('resident', own, { PropertyId: property, BuildingId: building }, fixtures.leasing)).toMatchObject({
      status: 422,
    })
    expect((await rowOf(own)).property_id).toBe(fixtures.riverside.first.ids.property)
  })

  test('has a history of who submitted and decided it, and the id of the resident that it became', async () => {
    const changes = (registrationId: string) =>
      fixtures.server.ask(registrationsOf.resident.changes, { token: fixtures.leasing, params: { registrationId } })
    const id = await submitted('resident')
    expect((await read('resident', id)).body.ApprovedId).toBeNull()
    await review('resident', id, APPROVE, fixtures.leasing)
    const { body } = await changes(id)
    expect(body[0]).toMatchObject({ Action: 'Approved', UserName: 'Test leasingspecialist' })
    expect(body.at(-1)).toMatchObject({ Action: 'Submitted' })
    expect((await read('resident', id)).body.ApprovedId).toBe((await rowOf(id)).resident_id)
    for (const other of [fixtures.riverside.second, fixtures.harbour.first])
      expect((await changes(other.ids.residentRegistration)).status).toBe(404)
  })

  test('stores nothing when a rule refuses the approval', async () => {
    const id = await submitted('resident', {}, { isVerified: false })
    expect(await review('resident', id, { ...APPROVE, FirstName: 'Other' }, fixtures.leasing)).toMatchObject({ status: 422 })
    expect(await rowOf(id)).toMatchObject({ status: 1, first_name: 'Nia', resident_id: null })
  })
})

describe('an approval that updates a resident', () => {
  const living = async (form: ReturnType<typeof residentForm>) => {
    const id = await submitted('resident', form)
    await review('resident', id, { ...APPROVE, SendLockerAccessCode: true })
    return { ResidentId: (await rowOf(id)).resident_id, code: (await residentOf(id)).LockerAccessCode }
  }

  test('never sends the existing code to a changed e-mail: sends a new one, and notifies the former address without a code', async () => {
    const neighbour = residentForm()
    const { ResidentId, code } = await living(neighbour)
    const { unitNumber, lastName } = neighbour
    const stranger = residentForm({ unitNumber, lastName, firstName: 'Tricky' })
    const id = await submitted('resident', stranger)
    const before = mailsTo(neighbour.email).length
    const approval = { ...APPROVE, ResidentId, SendLockerAccessCode: true }
    expect((await review('resident', id, approval)).status).toBe(200)
    const { LockerAccessCode, EmailId } = await residentOf(id)
    expect([EmailId, LockerAccessCode]).toEqual([stranger.email, expect.stringMatching(/^\d{8}$/)])
    expect(LockerAccessCode).not.toBe(code)
    const sent = JSON.stringify(mailsTo(stranger.email))
    expect([sent.includes(LockerAccessCode), sent.includes(code)]).toEqual([true, false])
    const mails = mailsTo(neighbour.email).slice(before)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your email address at Property 1 was changed'])
    for (const secret of [code, LockerAccessCode, stranger.email, stranger.firstName])
      expect(JSON.stringify(mails)).not.toContain(secret)
  })

  test('sends the existing code to the unchanged e-mail, without a notice of change', async () => {
    const form = residentForm()
    const { ResidentId, code } = await living(form)
    const id = await submitted('resident', { ...form, email: form.email.toUpperCase() })
    await review('resident', id, { ...APPROVE, ResidentId, SendLockerAccessCode: true })
    expect((await residentOf(id)).LockerAccessCode).toBe(code)
    expect(JSON.stringify(mailsTo(form.email.toUpperCase()))).toContain(code)
    expect(mailsTo(form.email).filter(({ subject }) => subject.includes('changed'))).toEqual([])
  })

  test('keeps phone numbers that the form left empty, and replaces the others', async () => {
    const form = residentForm({ phoneNumber1: '555 1', phoneNumber2: '555 2' })
    const { ResidentId } = await living(form)
    const id = await submitted('resident', { ...form, phoneNumber1: '', phoneNumber2: '555 3' })
    await review('resident', id, { ...APPROVE, ResidentId })
    expect(await residentOf(id)).toMatchObject({ Phone1: '555 1', Phone2: '555 3' })
  })
})

test('two reviewers of a resident at once make one decision: one resident, one mail', async () => {
  for (let round = 0; round < 5; round += 1) {
    await resetQuotas()
    const form = residentForm()
    const id = await submitted('resident', form)
    const replies = await Promise.all([
      review('resident', id, APPROVE),
      review('resident', id, APPROVE, fixtures.leasing),
      review('resident', id, REJECT, fixtures.ofProperty),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { status, resident_id } = await rowOf(id)
    const made = await inRiverside((db) => db.selectFrom('residents').select('id').where('email', '=', form.email).execute())
    expect(made).toEqual(status === 2 ? [{ id: resident_id }] : [])
    if (status === 3) await completed(id)
    expect(mailsTo(form.email).filter(({ subject }) => /approved|rejected/.test(subject))).toHaveLength(1)
  }
})

test('the personal data of a resident includes their registrations, and erasing includes them', async () => {
  const form = residentForm({ lastName: 'Forgetme', phoneNumber1: '777000777' })
  const id = await submitted('resident', form)
  await review('resident', id, { ...APPROVE, Comments: 'Forgetme came by' })
  const residentId = (await rowOf(id)).resident_id!
  const request = { token: fixtures.manager, params: { residentId } }
  const { body } = await fixtures.server.ask(residents.personalData, request)
  expect(body.Registrations).toMatchObject([{ LastName: 'Forgetme', Email: form.email, Comments: 'Forgetme came by' }])
  expect((await fixtures.server.ask(residents.erase, request)).status).toBe(200)
  const kept = await inRiverside(async (db) => [
    await db.selectFrom('registrations').selectAll().execute(),
    await db.selectFrom('mails').selectAll().execute(),
    await db.selectFrom('audit').selectAll().where('subject_id', 'in', [id, residentId]).execute(),
  ])
  for (const trace of ['Forgetme', form.email, '777000777']) expect(JSON.stringify(kept)).not.toContain(trace)
  expect(await rowOf(id)).toMatchObject({ status: 2, resident_id: residentId })
})

test('erasing a resident blanks registrations of the same property and e-mail, and rejects pending ones', async () => {
  const form = residentForm({ lastName: 'Forgetus' })
  const { property: propertyId, building: buildingId } = fixtures.riverside.second.ids
  const approved = await submitted('resident', form)
  await review('resident', approved, APPROVE)
  const residentId = (await rowOf(approved)).resident_id!
  const same = { ...form, email: form.email.toUpperCase() }
  const [waiting, rejected] = [await submitted('resident', same), await submitted('resident', same)]
  await review('resident', rejected, REJECT)
  const stay = [
    await submitted('resident', { ...form, email: residentForm().email }),
    await submitted('resident', { ...form, propertyId, buildingId }),
  ]
  const sharing = await submitted('resident', { ...form, firstName: 'Spouse' })
  await review('resident', sharing, APPROVE)
  expect((await fixtures.server.ask(residents.erase, { token: fixtures.manager, params: { residentId } })).status).toBe(200)
  for (const id of [approved, waiting, rejected])
    expect(await rowOf(id)).toMatchObject({ first_name: '', last_name: '', email: '', phone_number: '', unit_number: '' })
  expect(await rowOf(waiting)).toMatchObject({ status: 3, reviewer_name: 'Test organisationmanager' })
  expect((await rowOf(waiting)).decided_at).not.toBeNull()
  for (const id of stay) expect(await rowOf(id)).toMatchObject({ status: 1, last_name: 'Forgetus' })
  expect(await rowOf(sharing)).toMatchObject({ status: 2, first_name: 'Spouse', email: form.email })
})
