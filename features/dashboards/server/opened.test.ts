import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import type { Command } from '#features/kiosks/protocol.ts'
import { event } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import type { LiveNotice } from '#features/live/server/api.ts'
import { GROUPS } from '#features/package-statuses/statuses.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { dashboards } from '../contract.ts'
import { opened, openFixtures } from '../testing/open-fixtures.ts'

const { there, asTenant, online, open, packageRow, theFirst, doorThat } = openFixtures()

describe('a locker is opened', () => {
  test('to verify: the package does not change, and the opening is audited and published', async () => {
    await online()
    doorThat('opened')
    const notices: LiveNotice[] = []
    const unsubscribe = there.server.live.subscribe((notice) => notices.push(notice))
    expect(await open('l1')).toMatchObject(opened)
    expect((await packageRow(theFirst())).status_id).toBe(1)
    const topics = () =>
      notices.flat().map((one) => typeof one === 'object' && one.lockerId === there.lobby.lockers.L1 && one.topic)
    await eventually(topics).toEqual(expect.arrayContaining(['opening', 'opened']))
    unsubscribe()
    const audit = await asTenant((db) =>
      db
        .selectFrom('audit')
        .select(['actor_name', 'action', 'detail'])
        .where('subject_id', '=', there.lobby.lockers.L1!)
        .execute(),
    )
    expect(audit).toEqual([
      {
        actor_name: 'Test mailroomstaff',
        action: 'locker opening requested',
        detail: expect.objectContaining({ statusId: null, name: 'L1' }),
      },
    ])
  })

  test('when it is dirty or empty, by its name or its id', async () => {
    await online()
    doorThat('opened')
    for (const locker of ['L6', 'L3', there.lobby.lockers.L3!]) expect(await open(locker)).toMatchObject(opened)
  })

  test('and its package gets the chosen status, in the name of the user', async () => {
    await online()
    doorThat('opened')
    const { mailroomId: MailroomId } = there.riverside.properties[0]!
    const answer = await open('L1', { Status: 'TransferredtoMailroom', PackageId: theFirst(), MailroomId })
    expect(answer).toMatchObject(opened)
    expect(await packageRow(theFirst())).toMatchObject({
      status_id: 3,
      locker_id: null,
      locker_bank_id: null,
      mailroom_id: MailroomId,
    })
    const history = await asTenant((db) =>
      db.selectFrom('package_history').select(['status_id', 'user_name']).where('package_id', '=', theFirst()).execute(),
    )
    expect(history).toEqual([{ status_id: 3, user_name: 'Test mailroomstaff' }])
  })

  test('and a package that is found stays in its locker, which remains occupied, unless a mailroom is chosen', async () => {
    await online()
    doorThat('opened')
    const token = await tokenOf(there.server, 'mailroomstaff', there.riverside.systemName)
    const [PackageId] = there.lobby.packagesIn.L7!
    const params = { lockerBankId: there.lobby.lockerBankId, name: 'L7' }
    const inside = async () => {
      const { body } = await there.server.ask(dashboards.locker, { token, params, query: { IncludePackageInfo: 'true' } })
      return [body.StateAsString, body.Packages.map((one: { Id: string; StatusName: string }) => [one.Id, one.StatusName])]
    }
    expect(await open('L7', { Status: 'Found', PackageId })).toMatchObject(opened)
    expect(await inside()).toEqual(['Occupied', [[PackageId, 'Found']]])
    await asTenant((db) =>
      db.updateTable('packages').set({ status_id: 12, status_group: GROUPS.Flagged }).where('id', '=', PackageId!).execute(),
    )
    const { mailroomId: MailroomId } = there.riverside.properties[0]!
    expect(await open('L7', { Status: 'Found', PackageId, MailroomId })).toMatchObject(opened)
    expect(await inside()).toEqual(['Available', []])
  })

  test('and the door’s event changes the package, not the request that waits for it', async () => {
    await online()
    doorThat('opened', { sendsEvent: false })
    const answer = await open('L1', { Status: 8, PackageId: theFirst() })
    expect(answer.body).toEqual({
      IsOpen: true,
      Message: 'The door opened, but the package was not updated. Please check its history.',
    })
    expect((await packageRow(theFirst())).status_id).toBe(1)
    const [command] = there.kiosk.received<Extract<Command, { Kind: 'open' }>>('commands')
    const { LockerId, SerialNumber, Id: CommandId } = command!
    await there.kiosk.sendEvents([event({ Kind: 'door-opened', LockerId, SerialNumber, CommandId })])
    await eventually(async () => (await packageRow(theFirst())).status_id).toBe(8)
  })

  test('changes nothing when another door has opened', async () => {
    await online()
    there.kiosk.onCommand(async ({ Id }: Command) => {
      await there.kiosk.reply({ CommandId: Id, State: 'acknowledged' })
      const { device_serial } = await asTenant((db) =>
        db.selectFrom('lockers').select('device_serial').where('id', '=', there.lobby.lockers.L2!).executeTakeFirstOrThrow(),
      )
      const wrong = {
        Kind: 'door-opened',
        LockerId: there.lobby.lockers.L2!,
        SerialNumber: device_serial!,
        CommandId: Id,
      } as const
      await there.kiosk.sendEvents([event(wrong)])
      await there.kiosk.reply({ CommandId: Id, State: 'not-detected' })
    })
    expect((await open('L1', { Status: 8, PackageId: theFirst() })).body).toMatchObject({ IsOpen: false })
    expect((await packageRow(theFirst())).status_id).toBe(1)
  })

  test('or not: a door that was not detected as open is no success, and changes nothing', async () => {
    await online()
    doorThat('not-detected')
    expect(await open('L1', { Status: 8, PackageId: theFirst() })).toMatchObject({
      status: 200,
      body: { IsOpen: false, Message: 'The open command was sent, but the door was not seen to open.' },
    })
    expect((await packageRow(theFirst())).status_id).toBe(1)
  })

  test('once for one Idempotency-Key', async () => {
    await online()
    doorThat('opened')
    const token = await tokenOf(there.server, 'mailroomstaff', there.riverside.systemName)
    const ask = () =>
      there.server.ask(dashboards.open, {
        token,
        params: { lockerBankId: there.lobby.lockerBankId, locker: 'L1' },
        input: {},
        headers: { 'idempotency-key': 'one' },
      })
    expect(await ask()).toMatchObject(opened)
    expect(await ask()).toMatchObject(opened)
    expect(there.kiosk.received('commands')).toHaveLength(1)
  })
})
