import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import type { Command } from '#features/kiosks/protocol.ts'
import { mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { openings } from '#features/openings/contract.ts'
import { newId } from '#platform/ids.ts'
import type { Role } from '#platform/permissions.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { dashboards } from '../contract.ts'
import { makeCabinet } from '../testing/cabinet.ts'
import { opened, openFixtures } from '../testing/open-fixtures.ts'
import { openLocker } from './open.ts'

const { there, asTenant, online, open, packageRow, theFirst, doorThat } = openFixtures()

const refused = (Message: string) => ({ status: 422, body: { Message } })

describe('a locker is not opened', () => {
  test('at a bank that is OFFLINE', async () => {
    expect(await open('L1')).toMatchObject(refused('Lockerbank is OFFLINE.'))
    expect(there.kiosk.received('commands')).toEqual([])
  })

  test('that is disabled, unmapped, or the terminal', async () => {
    await online()
    for (const locker of ['L4', 'L5', 'T']) expect(await open(locker)).toMatchObject(refused('Locker is disabled / not mapped.'))
    expect(there.kiosk.received('commands')).toEqual([])
  })

  test('for a change that the rules do not allow', async () => {
    await online()
    const withStatus = (locker: string, Status: unknown, more = {}) =>
      open(locker, { Status, PackageId: there.lobby.packagesIn[locker]?.[0], ...more })
    expect(await withStatus('L1', 3)).toMatchObject(refused('Mailroom not selected'))
    expect(await withStatus('L1', 3, { MailroomId: there.riverside.properties[1]!.mailroomId })).toMatchObject(
      refused('This mailroom is not available for this package.'),
    )
    expect(await withStatus('L1', 'Missing')).toMatchObject(refused('A package that is In Locker cannot become Missing here.'))
    expect((await withStatus('L2', 8)).body.Message).toContain('cannot become Collected by Recipient here.')
    expect((await open('L3', { Status: 8, PackageId: theFirst() })).status).toBe(422)
    expect((await open('L3', { Status: 8 })).status).toBe(422)
    expect((await open('L1', { Status: 8, PackageId: newId() })).status).toBe(404)
    for (const spelling of ['ServiceRecoveredforRecipient', 'ServiceRecoveredForRecipient'])
      expect((await withStatus('L1', spelling)).body.Message).toContain('cannot become Service Recovered for Recipient here.')
    expect((await open('L1', { Status: 99, PackageId: theFirst() })).status).toBe(400)
    expect(there.kiosk.received('commands')).toEqual([])
    expect((await packageRow(theFirst())).status_id).toBe(1)
  })

  test('by users without the permission, or in a property that is not theirs', async () => {
    await online()
    const annex = await makeCabinet(there.server, there.riverside, 1, { A1: {} })
    expect((await open('L1', {}, { role: 'leasingspecialist' })).status).toBe(403)
    expect((await open('A1', {}, { cabinet: annex })).status).toBe(404)
    expect((await open('A1')).status).toBe(404)
    expect((await open(annex.lockers.A1!)).status).toBe(404)
  })

  test('with a status by a user who may open lockers but not change packages; to verify, it is', async () => {
    // No present role has the one permission without the other, so this test starts after the caller is identified.
    const goesOn = new Error('turns to the kiosk')
    const openAs = (permissions: string[], Status: string | null) => {
      const inTenant = () => Promise.reject(goesOn)
      const context = { params: {}, input: { Status }, caller: { permissions: new Set(permissions) }, tenant: {}, inTenant }
      return openLocker(context as never, {} as never)
    }
    await expect(openAs(['OpenLocker'], 'CollectedbyRecipient')).rejects.toMatchObject({ status: 403 })
    await expect(openAs(['OpenLocker'], null)).rejects.toBe(goesOn)
    await expect(openAs(['OpenLocker', 'EditPackage'], 'CollectedbyRecipient')).rejects.toBe(goesOn)
  })

  test('when its kiosk refuses, with the kiosk’s reason', async () => {
    await online()
    there.kiosk.onCommand(
      (command) => void there.kiosk.reply({ CommandId: command.Id, State: 'refused', Reason: 'unknown device' }),
    )
    expect(await open('L1')).toMatchObject(refused('The locker bank could not do this: unknown device'))
  })

  test('when an ONLINE kiosk does not answer: 504', async () => {
    await online()
    expect(await open('L1', { Status: 8, PackageId: theFirst() })).toMatchObject({
      status: 504,
      body: { Message: 'Cannot connect to the locker bank. It did not respond in time.' },
    })
    expect((await packageRow(theFirst())).status_id).toBe(1)
  })
})

describe('a kiosk that connects again, as when a node is restarted', () => {
  const isOnline = () =>
    asTenant((db) =>
      db.selectFrom('locker_banks').select('is_online').where('id', '=', there.lobby.lockerBankId).executeTakeFirstOrThrow(),
    )
  /** Cuts the connection of the kiosk, whose last will shows the bank OFFLINE. */
  const disconnect = async () => {
    there.kiosk.client.stream.destroy()
    await eventually(isOnline).toEqual({ is_online: false })
  }
  const connect = async () => {
    there.kiosk = await mqttKiosk(there.server, there.lobby.lockerBankId, there.lobby.secret)
    doorThat('opened')
    await there.kiosk.beat()
  }

  test('is waited for when the bank is OFFLINE since a moment ago, for a little while', async () => {
    await online()
    await disconnect()
    expect(await open('L1')).toMatchObject(refused('Lockerbank is OFFLINE.'))
    const opening = open('L1')
    await eventually(async () => (await asTenant((db) => db.selectFrom('kiosk_commands').select('id').execute())).length).toBe(0)
    await connect()
    expect(await opening).toMatchObject(opened)
    expect(there.kiosk.received('commands')).toHaveLength(1)
  })

  test('does not get a command that was stopped by the brake meanwhile, though its cancellation was lost too', async () => {
    await online()
    there.kiosk.onCommand(() => void there.kiosk.client.stream.destroy())
    const opening = open('L1')
    await eventually(isOnline).toEqual({ is_online: false })
    const token = await tokenOf(there.server, 'organisationmanager', there.riverside.systemName)
    expect((await there.server.ask(openings.setBrake, { token, input: { IsStopped: true } })).status).toBe(200)
    await connect()
    expect((await opening).status).toBe(504)
    expect(there.kiosk.received('commands')).toEqual([])
  })

  test('gets a command that was on its way meanwhile, once', async () => {
    await online()
    // The command reaches a kiosk that is cut off before it has begun it.
    there.kiosk.onCommand(() => void there.kiosk.client.stream.destroy())
    const opening = open('L1')
    await eventually(isOnline).toEqual({ is_online: false })
    await connect()
    expect(await opening).toMatchObject(opened)
    const [row, ...others] = await asTenant((db) => db.selectFrom('kiosk_commands').select(['id', 'state']).execute())
    expect([row, others]).toEqual([{ id: there.kiosk.received<Command>('commands')[0]!.Id, state: 'opened' }, []])
  })
})

describe('the choices for a locker', () => {
  const choices = async (locker: string, { role = 'mailroomstaff' as Role, cabinet = there.lobby } = {}) =>
    there.server.ask(dashboards.choices, {
      token: await tokenOf(there.server, role, there.riverside.systemName),
      params: { lockerBankId: cabinet.lockerBankId, locker },
    })
  const labels = (list: { Label: string }[]) => list.map(({ Label }) => Label)

  test('are those of the rules for each package, Verify first, with the mailrooms of its building', async () => {
    const { body } = await choices('L1')
    expect(body.Packages).toHaveLength(1)
    expect(body.Packages[0].PackageId).toBe(theFirst())
    expect(labels(body.Packages[0].Choices)).toEqual([
      'Verify',
      'Transfer to Mailroom',
      'Recovery by Delivery Agent',
      'Collect by Recipient',
    ])
    expect(body.Packages[0].Choices.slice(0, 2)).toEqual([
      { Label: 'Verify', StatusId: null, Mailroom: 'no' },
      { Label: 'Transfer to Mailroom', StatusId: 3, Mailroom: 'required' },
    ])
    const { mailroomId } = there.riverside.properties[0]!
    expect(body.Mailrooms).toEqual([{ Id: mailroomId, Name: 'Mailroom 1' }])
    expect((await choices('L3')).body).toEqual({
      Packages: [],
      Empty: [{ Label: 'Verify', StatusId: null, Mailroom: 'no' }],
      Mailrooms: [],
    })
  })

  test('contain no mailroom when the bank has none', async () => {
    const other = await makeCabinet(
      there.server,
      there.riverside,
      0,
      { O1: { holds: ['InLocker'] } },
      { name: 'Other', withMailroom: false },
    )
    const { body } = await choices('O1', { cabinet: other })
    expect(labels(body.Packages[0].Choices)).toEqual(['Verify', 'Recovery by Delivery Agent', 'Collect by Recipient'])
    expect(body.Mailrooms).toEqual([])
  })
})
