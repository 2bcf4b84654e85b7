import { describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { isPassword } from '#platform/server/security/passwords.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { agents } from '../contract.ts'
import { agentFixtures, PIN } from './testing/agent-fixtures.ts'

const { fixtures, draft, create, created, get, change, inRiverside } = agentFixtures()
const login = (agentId: string) =>
  inRiverside((db) => db.selectFrom('kiosk_logins').selectAll().where('agent_id', '=', agentId).executeTakeFirstOrThrow())
const propertiesOf = (agentId: string) =>
  inRiverside(async (db) =>
    (await db.selectFrom('agent_properties').select('property_id').where('agent_id', '=', agentId).execute())
      .map((one) => one.property_id)
      .toSorted(),
  )

describe('creating an agent', () => {
  test('stores the input and a login with the user name and a hash of the PIN', async () => {
    const input = draft({ mobilePhone: '+44 (20) 7946-0958', userName: ' Ann.Vega ' })
    const { body } = await create(input)
    expect(body.Message).toBe('Agent has been saved successfully.')
    expect((await get(body.Id)).body).toEqual({
      Id: body.Id,
      UserId: body.Id,
      FirstName: 'Ann',
      LastName: 'Agent',
      EmailId: 'ann@courier.test',
      MobilePhone: '+44 (20) 7946-0958',
      CourierId: input.courierId,
      CourierName: 'Courier riverside',
      RoleTypeId: 6,
      UserName: 'Ann.Vega',
      IsActive: true,
      OrganisationId: fixtures.riverside.organisationId,
      PropertyIds: input.propertyIds,
      OtherProperties: 0,
      AgentStatus: 1,
      Version: expect.any(String),
    })
    expect(await isPassword((await login(body.Id)).pin_hash, PIN)).toBe(true)
  })

  test('is audited without names, and its PIN is neither returned nor stored for repeated requests', async () => {
    const pin = '739155'
    const headers = { 'idempotency-key': 'a-new-agent' }
    const { body } = await fixtures.server.ask(agents.create, { token: fixtures.manager, input: draft({ pin }), headers })
    const replies = JSON.stringify([body, (await get(body.Id)).body])
    expect(replies).not.toContain(pin)
    const kept = await inRiverside(async (db) => ({
      audit: await db.selectFrom('audit').selectAll().where('subject_id', '=', body.Id).execute(),
      repeated: await db.selectFrom('idempotency_keys').selectAll().execute(),
    }))
    expect(kept.audit).toMatchObject([{ action: 'agent created', detail: { after: { role: 6, active: true } } }])
    expect(JSON.stringify(kept.audit)).not.toMatch(/Ann|739155/)
    expect(kept.repeated).toEqual([])
  })

  test('is listed in the changes, for users of the agent’s properties only', async () => {
    const changes = (agentId: string, token: string) => fixtures.server.ask(agents.changes, { token, params: { agentId } })
    const { body } = await create(draft())
    expect((await changes(body.Id, fixtures.ofProperty)).body).toMatchObject([{ Action: 'Created' }])
    expect((await changes(fixtures.riverside.second.ids.agent, fixtures.ofProperty)).status).toBe(404)
    expect((await changes(fixtures.harbour.first.ids.agent, fixtures.manager)).status).toBe(404)
  })

  const long = (length: number) => 'x'.repeat(length)
  test.each([
    [{ firstName: ' ' }, 'FirstName', 'First name cannot be empty'],
    [{ firstName: long(101) }, 'FirstName', 'First name cannot be more than 100 characters!'],
    [{ lastName: undefined }, 'LastName', 'Last name cannot be empty'],
    [{ lastName: long(101) }, 'LastName', 'Last name cannot be more than 100 characters!'],
    [{ emailId: '' }, 'EmailId', 'Email cannot be empty'],
    [{ emailId: 'ann' }, 'EmailId', 'Enter a valid email id!'],
    [{ emailId: `${long(90)}@courier.test` }, 'EmailId', 'Email cannot be more than 100 characters!'],
    [{ mobilePhone: 'call me' }, 'MobilePhone', 'Provided number is invalid!'],
    [{ mobilePhone: '12345' }, 'MobilePhone', 'Cell phone should atleast have 10 characters!'],
    [{ mobilePhone: '1'.repeat(21) }, 'MobilePhone', 'Cell phone cannot be more than 20 characters!'],
    [{ courierId: EMPTY_GUID }, 'CourierId', 'Courier cannot be empty'],
    [{ roleTypeId: undefined }, 'RoleTypeId', 'Role is required'],
    [{ roleTypeId: 5 }, 'RoleTypeId', 'Role is required'],
    [{ userName: '' }, 'UserName', 'User name cannot be empty'],
    [{ userName: long(51) }, 'UserName', 'User Name cannot be more than 50 characters!'],
    [{ pin: undefined }, 'Pin', 'Please enter 6 digits for the PIN!'],
    [{ pin: '12345' }, 'Pin', 'Please enter 6 digits for the PIN!'],
    [{ pin: '1234567' }, 'Pin', 'Please enter 6 digits for the PIN!'],
    [{ pin: '12345a' }, 'Pin', 'Please enter 6 digits for the PIN!'],
    [{ pin: '١٢٣٤٥٦' }, 'Pin', 'Please enter 6 digits for the PIN!'],
    [{ propertyIds: [] }, 'PropertyIds', 'Please provide user an access to the property'],
    [{ propertyIds: undefined }, 'PropertyIds', 'Please provide user an access to the property'],
  ])('is refused for %o', async (wrong, Field, Message) => {
    expect(await create(wrong)).toMatchObject({ status: 400, body: { Field, Message } })
  })

  test('is refused with the first failure only, in the order of the fields', async () => {
    const { body } = await fixtures.server.ask(agents.create, { token: fixtures.manager, input: {} })
    expect(body).toMatchObject({ Field: 'FirstName', Message: 'First name cannot be empty' })
  })

  test('requires a dry-cleaning courier for role 9 and another courier for other roles', async () => {
    const refused = (Code: string) => ({ status: 422, body: { Field: 'CourierId', Code } })
    expect(await create({ roleTypeId: 9 })).toMatchObject(refused('MsgCourierNotDryCleaning'))
    expect(await create({ roleTypeId: 7, courierId: fixtures.cleaningId })).toMatchObject(refused('MsgCourierIsDryCleaning'))
    expect((await create({ roleTypeId: 9, courierId: fixtures.cleaningId })).status).toBe(200)
  })

  test('is refused for a courier or a property that is missing, foreign, deleted or not the caller’s', async () => {
    for (const courierId of [newId(), fixtures.harbour.first.ids.courier])
      expect(await create({ courierId })).toMatchObject({ status: 422, body: { Code: 'MsgAgentNoSuchCourier' } })
    const noProperty = { status: 422, body: { Field: 'PropertyIds', Code: 'MsgAgentNoSuchProperty' } }
    const own = fixtures.riverside.first.ids.property
    for (const other of [newId(), fixtures.harbour.first.ids.property])
      expect(await create({ propertyIds: [own, other] })).toMatchObject(noProperty)
    expect(await create({ propertyIds: [own, fixtures.riverside.second.ids.property] }, fixtures.ofProperty)).toMatchObject(
      noProperty,
    )
    expect((await create({ propertyIds: [own, own] }, fixtures.ofProperty)).status).toBe(200)
  })
})

describe('a user name', () => {
  const taken = { status: 422, body: { Field: 'UserName', Code: 'MsgUserNameTaken' } }
  test('is unique in the organisation regardless of case, among agents and staff', async () => {
    const id = await created({ userName: 'Åsa.Öberg' })
    expect(await create({ userName: 'åSA.öBERG' })).toMatchObject(taken)
    expect((await change(id, { UserName: 'åsa.öberg' })).status).toBe(200)
    const other = await created()
    expect(await change(other, { UserName: 'ÅSA.ÖBERG' })).toMatchObject(taken)
    await inRiverside(async (db) => {
      const { id: portal_user_id } = await db.selectFrom('portal_users').select('id').executeTakeFirstOrThrow()
      const organisation_id = fixtures.riverside.organisationId
      await db
        .insertInto('kiosk_logins')
        .values({ organisation_id, id: newId(), user_name: 'concierge', pin_hash: 'x', portal_user_id })
        .execute()
    })
    expect(await create({ userName: 'Concierge' })).toMatchObject(taken)
  })
})

describe('changing an agent', () => {
  test('without a PIN keeps it, with one replaces it', async () => {
    const id = await created()
    const before = await login(id)
    expect((await change(id, { FirstName: 'Anna', Pin: '' })).status).toBe(200)
    expect((await get(id)).body.FirstName).toBe('Anna')
    expect(await login(id)).toEqual(before)
    expect(await change(id, { Pin: '12345' })).toMatchObject({ status: 400, body: { Field: 'Pin' } })
    await change(id, { Pin: '135790' })
    expect(await isPassword((await login(id)).pin_hash, '135790')).toBe(true)
  })

  test('that somebody else has changed meanwhile is refused, and their change stays; a wrong PIN in between is none', async () => {
    const id = await created()
    const { Version } = (await get(id)).body
    await inRiverside((db) => db.updateTable('kiosk_logins').set({ is_locked: true }).where('agent_id', '=', id).execute())
    expect((await change(id, { Version, FirstName: 'First' })).status).toBe(200)
    expect(await change(id, { Version, LastName: 'Second' })).toMatchObject({
      status: 409,
      body: { Code: 'MsgChangedElsewhere' },
    })
    expect((await get(id)).body).toMatchObject({ FirstName: 'First', LastName: 'Agent' })
  })

  test('refuses a foreign or unknown agent, or one of another property, with the same message', async () => {
    const missing = await get(newId())
    expect(missing.status).toBe(404)
    expect((await get(fixtures.harbour.first.ids.agent)).body).toEqual(missing.body)
    const { agent } = fixtures.riverside.second.ids
    expect((await get(agent, fixtures.ofProperty)).body).toEqual(missing.body)
    const input = draft()
    for (const agentId of [newId(), agent, fixtures.harbour.first.ids.agent])
      expect(await fixtures.server.ask(agents.update, { token: fixtures.ofProperty, params: { agentId }, input })).toMatchObject({
        status: 404,
        body: missing.body,
      })
  })

  test('by a user with some properties adds and removes only those', async () => {
    const [first, second] = [fixtures.riverside.first.ids.property, fixtures.riverside.second.ids.property]
    const id = await created({ propertyIds: [first, second] })
    expect((await get(id, fixtures.ofProperty)).body).toMatchObject({ PropertyIds: [first], OtherProperties: 1 })
    await change(id, { FirstName: 'Anna' }, fixtures.ofProperty)
    expect(await propertiesOf(id)).toEqual([first, second].toSorted())
    await change(id, { PropertyIds: [] }, fixtures.ofProperty)
    expect(await propertiesOf(id)).toEqual([second])
    expect((await get(id, fixtures.ofProperty)).status).toBe(404)
    const last = { status: 422, body: { Field: 'PropertyIds', Message: 'Please provide user an access to the property' } }
    expect(await change(id, { PropertyIds: [] })).toMatchObject(last)
    expect(await propertiesOf(id)).toEqual([second])
  })

  test('shows the checklist of the caller’s properties', async () => {
    const checklist = async (agentId: string, token: string) =>
      (await fixtures.server.ask(agents.properties, { token, params: { agentId } })).body.map(
        (one: { Name: string; DoesPropertyBelongToAgent: boolean }) => [one.Name, one.DoesPropertyBelongToAgent],
      )
    const { agent } = fixtures.riverside.second.ids
    expect(await checklist(agent, fixtures.manager)).toEqual([
      ['Property 1', false],
      ['Property 2', true],
    ])
    expect(await checklist(EMPTY_GUID, fixtures.ofProperty)).toEqual([['Property 1', false]])
  })
})
