import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { exampleOf } from '#apps/server/testing/examples.ts'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { agents } from '#features/agents/contract.ts'
import { couriers } from '#features/couriers/contract.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import { properties } from '#features/properties/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { newId } from '#platform/ids.ts'
import { UNAUTHENTICATED, writeAudit } from '#platform/server/postgres/audit.ts'
import { audit, MAX_PEOPLE } from '../contract.ts'
import { auditFixtures } from '../testing/audit-fixtures.ts'

const { state, page } = auditFixtures()

const entry = (entryId: string, token = state.manager) => state.server.ask(audit.get, { token, params: { entryId } })

describe('the list', () => {
  test('shows who did what with which record, when and from where, latest first', async () => {
    const { Data, Total } = await page({ SubjectId: state.regionId })
    expect(Total).toBe(2)
    expect(Data).toMatchObject([
      { Action: 'Changed', SubjectKind: 'region', SubjectId: state.regionId, SubjectName: 'Far north', Address: '127.0.0.1' },
      { Action: 'Created', SubjectName: 'North', Client: 'program', Actor: { Kind: 'portalUser', Id: state.managerId } },
    ])
    expect(Data[0].At >= Data[1].At).toBe(true)
  })

  test('names the kind and the record of a change that was undone', async () => {
    const { agent, resident } = state.riverside.first.ids
    const { organisationId } = state.riverside
    await inOrganisation(state.server, organisationId, async (db) => {
      const line = { organisationId, at: new Date(), actor: UNAUTHENTICATED, action: 'change undone' } as const
      await writeAudit(db, { ...line, kind: 'agent', subjectId: agent })
      await writeAudit(db, { ...line, kind: 'resident', subjectId: resident })
    })
    const kindOf = async (SubjectId: string) => (await page({ SubjectId, Action: 'change undone' })).Data
    expect(await kindOf(agent)).toMatchObject([{ SubjectKind: 'agent', SubjectName: expect.any(String) }])
    expect(await kindOf(resident)).toMatchObject([{ SubjectKind: 'resident', SubjectName: expect.any(String) }])
    const ofAgents = await page({ SubjectId: agent, SubjectKind: 'agent' })
    expect(ofAgents.Data).toContainEqual(expect.objectContaining({ ActionKey: 'change undone', SubjectKindName: 'Agent' }))
    expect((await page({ SubjectId: agent, SubjectKind: 'resident' })).Data).toEqual([])
  })

  test('names packages, properties, registrations and the organisation, and no two actions look alike', async () => {
    const { package: packageId, property, building } = state.riverside.first.ids
    const registration = newId()
    const { organisationId } = state.riverside
    await inOrganisation(state.server, organisationId, async (db) => {
      const line = { organisationId, at: new Date(), actor: UNAUTHENTICATED }
      await writeAudit(db, { ...line, action: 'package changed', subjectId: packageId })
      await writeAudit(db, { ...line, action: 'theme changed', subjectId: property })
      const person = { first_name: 'Imani', last_name: 'Cole', email: 'imani@example.test', phone_number: '', language: 'en-US' }
      const token = { token_hash: Buffer.from('token'), token_expires_at: new Date() }
      const home = { property_id: property, building_id: building }
      const row = { organisation_id: organisationId, id: registration, kind: 'resident' as const, ...person, ...token, ...home }
      await db.insertInto('registrations').values(row).execute()
      await writeAudit(db, { ...line, action: 'resident registration submitted', subjectId: registration })
      await writeAudit(db, { ...line, action: 'general settings changed', subjectId: organisationId })
    })
    const nameIn = async (SubjectId: string, Action: string) => (await page({ SubjectId, Action })).Data[0].SubjectName
    expect(await nameIn(packageId, 'package changed')).toMatch(/\w/)
    expect(await nameIn(property, 'theme changed')).toMatch(/\w/)
    expect(await nameIn(registration, 'resident registration submitted')).toBe('Imani Cole')
    expect(await nameIn(organisationId, 'general settings changed')).toMatch(/\w/)
    const { Actions, Kinds } = (await state.server.ask(audit.words, { token: state.manager })).body
    expect(Kinds).toContainEqual({ Id: 'region', Name: 'Region' })
    expect(Actions).toContainEqual({ Id: 'region changed', Name: 'Region: Changed' })
    expect(Actions).toContainEqual({ Id: 'change undone', Name: 'Last change undone' })
    const names = Actions.map(({ Name }: { Name: string }) => Name)
    expect(names.filter((name: string, index: number) => names.indexOf(name) !== index)).toEqual([])
  })

  test('is filtered by person, action, and the days in the time zone of the organisation', async () => {
    const ofManager = await page({ ActorId: state.managerId, PageSize: 100 })
    expect(new Set(ofManager.Data.map((row: { UserName: string }) => row.UserName)).size).toBe(1)
    expect(ofManager.Total).toBeGreaterThan(1)
    expect((await page({ Action: 'region created' })).Data).toMatchObject([{ SubjectId: state.regionId }])
    const today = { SubjectId: state.regionId, FromDay: '2020-01-01', UntilDay: '2100-01-01' }
    expect((await page(today)).Total).toBe(2)
    expect((await page({ ...today, FromDay: '2099-12-31' })).Total).toBe(0)
    expect((await page({ ...today, UntilDay: '2020-01-01' })).Total).toBe(0)
  })

  test('offers people by words in their name, at most some, and the chosen one', async () => {
    const people = async (query: object) =>
      (await state.server.ask(audit.people, { token: state.manager, query: query as never })).body
    const [{ Name }] = await people({ Chosen: state.managerId, Q: 'nobody with this name' })
    expect(await people({ Q: `${Name} riverside` })).toEqual([{ Id: state.managerId, Name }])
    expect(await people({ Q: 'nobody with this name' })).toEqual([])
    await inOrganisation(state.server, state.riverside.organisationId, (db) =>
      sql`insert into portal_users (organisation_id, id, first_name, last_name, email, role_id, is_active)
        select ${state.riverside.organisationId}, gen_random_uuid(), 'Aaron', 'A' || n, 'many' || n || '@mail.test', 2, false
        from generate_series(1, ${MAX_PEOPLE}::int) as n`.execute(db),
    )
    const all = await people({ Chosen: state.managerId })
    expect(all).toHaveLength(MAX_PEOPLE + 1)
    expect(all[0]).toEqual({ Id: state.managerId, Name })
    expect(await people({ Q: 'aaron a7' })).toMatchObject([{ Name: 'Aaron A7' }])
  })

  test('is filtered by the kind of record', async () => {
    const { Data } = await page({ SubjectKind: 'region', PageSize: 100 })
    expect(new Set(Data.map(({ SubjectKind }: { SubjectKind: string }) => SubjectKind))).toEqual(new Set(['region']))
    expect((await page({ SubjectKind: 'region', SubjectId: state.regionId })).Total).toBe(2)
    expect((await page({ SubjectKind: 'building', SubjectId: state.regionId })).Total).toBe(0)
  })

  test('offers agents, marks people who were deleted, and names strangers by their latest entry', async () => {
    const people = async (query: object) =>
      (await state.server.ask(audit.people, { token: state.manager, query: query as never })).body
    const { organisationId } = state.riverside
    const row = { organisation_id: organisationId, first_name: 'Gone', last_name: 'Quillon', role_id: 2 }
    const user = { ...row, id: newId(), email: 'gone@users.test', deleted_at: new Date() }
    const stranger = newId()
    await inOrganisation(state.server, organisationId, async (db) => {
      await db.insertInto('portal_users').values(user).execute()
      const line = { organisationId, at: new Date(), action: 'region changed' as const, subjectId: newId() }
      await writeAudit(db, { ...line, actor: { id: user.id, name: 'Gone Quillon' } })
      await writeAudit(db, { ...line, actor: { id: stranger, name: 'Head Office' } })
    })
    const marked = { Id: user.id, Name: 'Gone Quillon (deleted)' }
    expect(await people({ Q: 'quillon' })).toEqual([marked])
    expect(await people({ Q: 'nobody', Chosen: user.id })).toEqual([marked])
    expect(await people({ Q: 'nobody', Chosen: stranger })).toEqual([{ Id: stranger, Name: 'Head Office' }])
    const agent = (
      await state.server.ask(agents.get, { token: state.manager, params: { agentId: state.riverside.first.ids.agent } })
    ).body
    expect(await people({ Q: `${agent.FirstName} ${agent.LastName}` })).toContainEqual({
      Id: state.riverside.first.ids.agent,
      Name: `${agent.FirstName} ${agent.LastName}`,
    })
    const [{ Id }] = (await page({ ActorId: user.id })).Data
    expect((await entry(Id)).body).toMatchObject({ Actor: null, ActorId: user.id, UserName: 'Gone Quillon' })
  })

  test('is paged by cursor in both directions', async () => {
    for (const SortDirectionText of ['asc', 'desc']) {
      const first = await page({ SubjectId: state.regionId, PageSize: 1, SortDirectionText })
      const second = await page({ SubjectId: state.regionId, PageSize: 1, SortDirectionText, After: first.After })
      const names = [first, second].map(({ Data }) => Data[0].SubjectName)
      expect(names).toEqual(SortDirectionText === 'asc' ? ['North', 'Far north'] : ['Far north', 'North'])
    }
  })

  test.each([
    [{ ActorId: 'x' }, 'ActorId'],
    [{ SubjectId: 'x' }, 'SubjectId'],
    [{ Action: 'x' }, 'Action'],
    [{ FromDay: 'x' }, 'FromDay'],
    [{ UntilDay: '2026-02-30' }, 'UntilDay'],
  ])('refuses %o', async (input, Field) => {
    expect(await state.server.ask(audit.page, { token: state.manager, input })).toMatchObject({ status: 400, body: { Field } })
  })

  test('never has entries of another organisation, and nobody bound to properties sees it', async () => {
    const all = JSON.stringify(await page({ PageSize: 500 }))
    expect(all).not.toContain('South')
    const [foreign] = (await page({ Action: 'region created' }, state.otherManager)).Data
    expect(foreign.SubjectName).toBe('South')
    expect((await entry(foreign.Id)).status).toBe(404)
    expect((await entry(foreign.Id, state.otherManager)).status).toBe(200)
    for (const op of [audit.page, audit.people, audit.export])
      expect((await state.server.ask(op, { token: state.ofProperty, input: op.method === 'GET' ? undefined : {} })).status).toBe(
        403,
      )
  })

  test('a history of another property or organisation is not found', async () => {
    const ask = (token: string, propertyId: string) => state.server.ask(properties.changes, { token, params: { propertyId } })
    expect((await ask(state.ofProperty, state.riverside.first.ids.property)).status).toBe(200)
    expect((await ask(state.ofProperty, state.riverside.second.ids.property)).status).toBe(404)
    expect((await ask(state.otherManager, state.riverside.first.ids.property)).status).toBe(404)
  })
})

describe('an entry', () => {
  test('shows from what to what', async () => {
    const [{ Id }] = (await page({ SubjectId: state.regionId })).Data
    expect((await entry(Id)).body).toMatchObject({
      Changes: [{ Field: 'Name', Label: 'Name', Before: 'North', After: 'Far north' }],
      IsErased: false,
    })
    expect((await entry(newId())).status).toBe(404)
  })

  test('of a courier, an agent or a locker bank shows from what to what', async () => {
    const changed = async (action: string, subjectId: string) => {
      const [{ Id }] = (await page({ SubjectId: subjectId, Action: action })).Data
      return (await entry(Id)).body.Changes
    }
    const { courier, agent, lockerBank } = state.riverside.first.ids
    const record = (await state.server.ask(couriers.get, { token: state.manager, params: { courierId: courier } })).body
    await state.server.ask(couriers.save, { token: state.manager, input: { ...record, Description: 'Vans' } })
    expect(await changed('courier changed', courier)).toEqual([
      { Field: 'Description', Label: 'Description', Before: record.Description || null, After: 'Vans' },
    ])
    const one = (await state.server.ask(agents.get, { token: state.manager, params: { agentId: agent } })).body
    const saved = await state.server.ask(agents.update, {
      token: state.manager,
      params: { agentId: agent },
      input: { ...one, Pin: '', IsActive: false },
    })
    expect(saved.status).toBe(200)
    expect(await changed('agent changed', agent)).toContainEqual({
      Field: 'active',
      Label: 'Active',
      Before: 'Yes',
      After: 'No',
    })
    const bank = (await state.server.ask(lockerBanks.get, { token: state.manager, params: { lockerBankId: lockerBank } })).body
    await state.server.ask(lockerBanks.update, {
      token: state.manager,
      params: { lockerBankId: lockerBank },
      input: { ...bank, Name: 'Foyer' },
    })
    expect(await changed('locker bank changed', lockerBank)).toEqual([
      { Field: 'Name', Label: 'Name', Before: bank.Name, After: 'Foyer' },
    ])
  })

  test('shows a resident’s values until the resident is erased, and never secrets', async () => {
    const residentId = newId()
    const example = exampleOf(residents.create, state.riverside.first).input as object
    const params = { residentId }
    const input = { ...example, LockerAccessCode: null }
    expect((await state.server.ask(residents.create, { token: state.manager, params, input })).status).toBe(200)
    const changed = await state.server.ask(residents.update, {
      token: state.manager,
      params,
      input: { ...input, LastName: 'Newname' },
    })
    expect(changed.status).toBe(200)
    const [{ Id }] = (await page({ SubjectId: residentId, Action: 'resident changed' })).Data
    const before = (await entry(Id)).body
    expect(JSON.stringify(before.Changes)).toContain('Newname')
    expect(await state.server.ask(residents.erase, { token: state.manager, params })).toMatchObject({ status: 200 })
    const after = (await entry(Id)).body
    expect(after.IsErased).toBe(true)
    expect(JSON.stringify(after)).not.toContain('Newname')
  })

  test('of a portal user says which values were changed, and no PIN or password', async () => {
    const password = 'kettle harbour tuba violet 9'
    const { body } = await state.server.ask(portalUsers.save, {
      token: state.manager,
      input: {
        FirstName: 'Eve',
        LastName: 'Adams',
        Email: 'eve@riverside.test',
        UserRole: 'organisationmanager',
        Password: password,
        KioskUserName: 'eve-adams',
        KioskPin: '827364',
      },
    })
    const [{ Id }] = (await page({ SubjectId: body.Id, Action: 'portal user created' })).Data
    const text = JSON.stringify((await entry(Id)).body)
    expect(text).toContain('Organisation manager')
    expect(text).not.toContain(password)
    expect(text).not.toContain('827364')
  })
})
