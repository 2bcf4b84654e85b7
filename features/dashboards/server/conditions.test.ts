import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import type { Role } from '#platform/permissions.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { dashboards } from '../contract.ts'
import { dashboardFixtures } from '../testing/dashboard-fixtures.ts'

const { there, tokenFor, ofBank } = dashboardFixtures()

describe('a locker’s condition', () => {
  const set = async (
    role: Role,
    locker: string,
    condition: string,
    { systemName = 'riverside', lockerBankId = there.lobby.lockerBankId } = {},
  ) =>
    there.server.ask(dashboards.setCondition, {
      token: await tokenFor(role, systemName),
      params: { lockerBankId, locker },
      input: { condition },
    })
  const stateOf = async (locker: string) => {
    const { body } = await ofBank('layout', await tokenFor('superadmin'), there.lobby.lockerBankId)
    return body[0].LockerCollection.find(({ LockerName }: { LockerName: string }) => LockerName === locker).LockerState
  }

  test('changes by name or id, is audited once and published to every open screen', async () => {
    const notices: unknown[] = []
    const unsubscribe = there.server.live.subscribe((notice) => notices.push(notice))
    expect(await set('mailroomstaff', 'l8', 'dirty')).toMatchObject({
      status: 200,
      body: { Message: 'Locker L8 has been changed.' },
    })
    expect(await stateOf('L8')).toBe('Dirty')
    const change = {
      organisationId: there.riverside.organisationId,
      propertyId: there.riverside.properties[0]!.id,
      topic: 'packages',
    }
    await soon(() => expect(notices).toContainEqual([{ ...change, lockerBankId: there.lobby.lockerBankId }]))
    unsubscribe()
    for (const condition of ['flagged', 'disabled', 'disabled', 'good'])
      expect((await set('propertymanager', there.lobby.lockers.L8!, condition)).status).toBe(200)
    expect(await stateOf('L8')).toBe('Available')
    const rows = await inOrganisation(there.server, there.riverside.organisationId, (db) =>
      db
        .selectFrom('audit')
        .select(['actor_name', 'detail'])
        .where('subject_id', '=', there.lobby.lockers.L8!)
        .orderBy('id')
        .execute(),
    )
    expect(rows.map((row) => [row.actor_name, (row.detail as { to: string }).to])).toEqual([
      ['Test mailroomstaff', 'dirty'],
      ['Test propertymanager', 'flagged'],
      ['Test propertymanager', 'disabled'],
      ['Test propertymanager', 'good'],
    ])
  })

  test('changes at the locker with the id, also when another locker has that id as its name', async () => {
    const rename = (id: string, name: string) =>
      inOrganisation(there.server, there.riverside.organisationId, (db) =>
        db.updateTable('lockers').set({ name }).where('id', '=', id).execute(),
      )
    const { L8, L9 } = there.lobby.lockers
    await rename(L9!, L8!)
    await rename(L8!, 'L8')
    expect((await set('superadmin', L8!, 'good')).body.Message).toBe('Locker L8 has been changed.')
    await rename(L8!, L9!)
    await rename(L9!, 'L9')
    expect((await set('superadmin', L9!, 'dirty')).body.Message).toBe('Locker L9 has been changed.')
    await rename(L8!, 'L8')
  })

  test('does not change without the permission, in another property, for a terminal, or to an unknown value', async () => {
    expect((await set('leasingspecialist', 'L8', 'dirty')).status).toBe(403)
    expect((await set('mailroomstaff', 'A1', 'dirty', { lockerBankId: there.annex.lockerBankId })).status).toBe(404)
    expect((await set('superadmin', 'L8', 'dirty', { systemName: 'harbour' })).status).toBe(404)
    expect((await set('superadmin', 'A1', 'dirty')).status).toBe(404)
    expect((await set('superadmin', 'T', 'dirty')).body.Message).toBe('The state of a terminal cannot be changed.')
    expect(await set('superadmin', 'L8', 'broken')).toMatchObject({
      status: 400,
      body: { Message: 'The condition is one of good, dirty, flagged, disabled.' },
    })
    expect(await stateOf('L8')).toBe('Available')
  })
})
