import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emailOf, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { bankSettings } from '#features/kiosks/bank-settings.ts'
import type { Command } from '#features/kiosks/protocol.ts'
import { remoteOpeningLimitsOf } from '#features/kiosks/rules.ts'
import type { LiveNotice } from '#features/live/server/api.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { settings } from '#features/settings/contract.ts'
import type { Role } from '#platform/permissions.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { openings } from '../contract.ts'
import { allowOpenings } from '../testing/allow-openings.ts'
import { opened, openingsFixtures, times } from '../testing/openings-fixtures.ts'

const { state, asTenant, tokenFor, open, openDevice, auditOf, confirm } = openingsFixtures()

describe('the brake', () => {
  const setBrake = async (IsStopped: boolean, role: Role = 'organisationmanager') =>
    state.server.ask(openings.setBrake, { token: await tokenFor(role), input: { IsStopped } })

  test('refuses every remote opening in the organisation until a manager releases it', async () => {
    const [staff, manager] = [await tokenFor('mailroomstaff'), await tokenFor('organisationmanager')]
    expect((await setBrake(true)).body).toEqual({ Message: 'Remote opening is stopped in the whole organisation.' })
    const stopped = {
      status: 422,
      body: {
        Code: 'MsgOpeningStopped',
        Message: 'Remote opening is stopped. Lockers can be opened here again when a manager releases it.',
      },
    }
    expect(await open(staff)).toMatchObject(stopped)
    expect(await openDevice(manager, state.lobby)).toMatchObject(stopped)
    expect(await openDevice(manager, state.annex)).toMatchObject(stopped)
    expect(state.kiosk.received('commands')).toEqual([])
    expect((await state.server.ask(openings.brake, { token: staff })).body).toEqual({
      IsStopped: true,
      StoppedAt: expect.any(String),
      StoppedBy: 'Test organisationmanager',
    })
    for (const role of ['propertymanager', 'mailroomstaff', 'leasingspecialist'] as const)
      expect((await setBrake(false, role)).status).toBe(403)
    expect((await setBrake(false, 'superadmin')).status).toBe(200)
    expect((await open(staff)).status).toBe(200)
    expect(await auditOf('remote opening stopped')).toEqual([
      { actor_name: 'Test organisationmanager', detail: { cancelled: [] } },
    ])
    expect(await auditOf('remote opening released')).toHaveLength(1)
  })

  test('cancels commands that no kiosk has begun, once, and notifies open screens', async () => {
    state.kiosk.onCommand((command: Command) => {
      if (command.Kind !== 'cancel') return
      for (const CommandId of command.CommandIds)
        void state.kiosk.reply({ CommandId, State: 'refused', Reason: 'remote opening was stopped.' })
    })
    const notices: LiveNotice[] = []
    onTestFinished(state.server.live.subscribe((notice) => notices.push(notice)))
    const waiting = open(await tokenFor('mailroomstaff'))
    await eventually(() => state.kiosk.received('commands').length).toBe(1)
    await setBrake(true)
    await setBrake(true)
    expect(await waiting).toMatchObject({
      status: 422,
      body: { Message: 'The locker bank could not do this: remote opening was stopped.' },
    })
    const [command, ...cancellations] = state.kiosk.received<Command>('commands')
    expect(cancellations).toEqual([expect.objectContaining({ Kind: 'cancel', CommandIds: [command!.Id] })])
    await eventually(() => notices.flat()).toContainEqual({
      organisationId: state.riverside.organisationId,
      propertyId: null,
      lockerBankId: null,
      topic: 'brake',
    })
  })

  test('is not delayed by a flood of openings, and none of them opens a door after it', async () => {
    onTestFinished(await allowOpenings(state.server.store.ownerUrl))
    const cancelled = new Set<string>()
    const doors: string[] = []
    state.kiosk.onCommand(async (command: Command) => {
      if (command.Kind === 'cancel') {
        for (const id of command.CommandIds) cancelled.add(id)
      } else if (cancelled.has(command.Id)) {
        await state.kiosk.reply({ CommandId: command.Id, State: 'refused', Reason: 'remote opening was stopped.' })
      } else {
        doors.push(command.Id)
        await state.kiosk.reply({ CommandId: command.Id, State: 'opened' })
      }
    })
    const commands = () => asTenant((db) => db.selectFrom('kiosk_commands').select('id').execute())
    const token = await tokenFor('mailroomstaff')
    const manager = await tokenFor('organisationmanager')
    const flood = Array.from({ length: 100 }, () => open(token))
    const brake = await state.server.ask(openings.setBrake, { token: manager, input: { IsStopped: true } })
    expect(brake.status).toBe(200)
    const sent = await commands()
    // It has overtaken most of the openings that were requested before it. This does not depend on how fast the machine is.
    expect(sent.length).toBeLessThan(30)
    const answers = await Promise.all(flood)
    expect(await commands()).toHaveLength(sent.length)
    expect(doors.length).toBe(opened(answers))
    for (const { status, body, headers } of answers) {
      if (status === 429) expect(headers['retry-after']).toBe('1')
      else if (status === 422) expect(body.Code).toMatch(/^Msg(OpeningStopped|CommandRefused)$/)
      else expect(status).toBe(200)
    }
    expect((await open(token)).body.Code).toBe('MsgOpeningStopped')
  })

  test('does not concern another organisation', async () => {
    await setBrake(true)
    const harbour = await seedOrganisation(state.server, `harbour-of-${state.riverside.systemName}`)
    const token = await tokenOf(state.server, 'mailroomstaff', harbour.systemName)
    expect((await state.server.ask(openings.brake, { token })).body.IsStopped).toBe(false)
  })
})

describe('raising a limit', () => {
  const settingsOf = (RemoteOpeningsPerMinute: string) => [{ Name: 'RemoteOpeningsPerMinute', Value: RemoteOpeningsPerMinute }]
  /** Each way to raise one, to a number that no ceiling refuses, with what the managers are told. */
  const WAYS = [
    {
      op: openings.setLimits,
      request: () => ({
        input: { PersonPerMinute: 30, PersonPerHour: 40, OrganisationPerMinute: 60, OrganisationPerHour: 400 },
      }),
      mail: 'Test organisationmanager has raised the limits of remote opening in the organisation.',
    },
    {
      op: settings.save,
      request: () => ({ input: { GeneralSettings: [{ Name: 'OpeningsPerMinute', Value: '20' }] } }),
      mail: 'Test organisationmanager has raised the limits of remote opening in the organisation.',
    },
    {
      op: lockerBanks.saveSettings,
      request: () => ({ params: { lockerBankId: state.lobby.lockerBankId }, input: settingsOf('60') }),
      mail: 'Test organisationmanager has raised the limits of remote opening of the locker bank',
    },
    {
      op: lockerBanks.publish,
      request: () => ({ params: { lockerBankId: state.lobby.lockerBankId } }),
      before: () => saveOfBank('RemoteOpeningsPerHour', '1200'),
      mail: 'Test organisationmanager has published raised limits of remote opening to the locker bank',
    },
  ]
  const saveOfBank = (name: string, value: string) =>
    asTenant((db) =>
      db
        .insertInto('locker_bank_settings')
        .values({
          organisation_id: state.riverside.organisationId,
          locker_bank_id: state.lobby.lockerBankId,
          property_id: state.riverside.properties[0]!.id,
          name,
          value,
        })
        .execute(),
    )
  /** A sign-in whose password was entered two hours ago: what a thief of a session has. */
  const oldSignIn = async () => {
    const token = await tokenFor('organisationmanager')
    await asTenant((db) =>
      db.updateTable('sign_ins').set({ confirmed_at: sql`clock_timestamp() - interval '2 hours'` }).execute(),
    )
    return token
  }

  test.each(WAYS)('$op.path needs a password of the last ten minutes and is mailed to the managers', async (way) => {
    await way.before?.()
    const token = await oldSignIn()
    const save = () => state.server.ask(way.op, { token, ...way.request() })
    expect(await save()).toMatchObject({ status: 422, body: { Code: 'PasswordRequired' } })
    expect((await confirm(token)).status).toBe(200)
    expect((await save()).status).toBe(200)
    const told = state.server.mails.filter(({ to }) => to === emailOf('organisationmanager', state.riverside.systemName))
    expect(told.map(({ body }) => body)).toEqual([expect.stringContaining(way.mail)])
    expect(told[0]!.body).toMatch(/^.+: \d+ → \d+$/m)
  })

  test('lowering one is not mailed, and publishing other settings needs no password', async () => {
    await saveOfBank('OpenRetries', '2')
    const token = await oldSignIn()
    const place = { token, params: { lockerBankId: state.lobby.lockerBankId } }
    expect((await state.server.ask(lockerBanks.publish, place)).status).toBe(200)
    await confirm(token)
    expect((await state.server.ask(lockerBanks.saveSettings, { ...place, input: settingsOf('5') })).status).toBe(200)
    expect((await state.server.ask(lockerBanks.publish, place)).status).toBe(200)
    expect(state.server.mails.filter(({ to }) => to.endsWith(`@${state.riverside.systemName}.test`))).toEqual([])
  })

  test('stops at its ceiling, also when more is stored', async () => {
    const token = await tokenFor('organisationmanager')
    const place = { token, params: { lockerBankId: state.lobby.lockerBankId } }
    const high = { PersonPerMinute: 31, PersonPerHour: 600, OrganisationPerMinute: 300, OrganisationPerHour: 6000 }
    expect((await state.server.ask(openings.setLimits, { token, input: high })).status).toBe(400)
    expect((await state.server.ask(openings.setLimits, { token, input: { ...high, PersonPerMinute: 30 } })).status).toBe(200)
    const general = { GeneralSettings: [{ Name: 'OpeningsPerMinute', Value: '31' }] }
    expect((await state.server.ask(settings.save, { token, input: general })).status).toBe(422)
    expect((await state.server.ask(lockerBanks.saveSettings, { ...place, input: settingsOf('61') })).status).toBe(422)

    await asTenant((db) => db.updateTable('opening_controls').set({ person_per_minute: 9_000, person_per_hour: 9_000 }).execute())
    await saveOfBank('RemoteOpeningsPerMinute', '600')
    expect((await state.server.ask(openings.limits, { token })).body).toMatchObject({ PersonPerMinute: 30, PersonPerHour: 600 })
    const { body } = await state.server.ask(lockerBanks.settings, place)
    expect(body).toContainEqual(expect.objectContaining({ Name: 'RemoteOpeningsPerMinute', Value: '60' }))
    await state.server.ask(lockerBanks.publish, place)
    const config = await asTenant((db) => db.selectFrom('kiosk_configs').select('content').executeTakeFirstOrThrow())
    expect(config.content).toMatchObject({ Settings: { RemoteOpeningsPerMinute: '60' } })
    // A kiosk that was published to before cuts its stored settings.
    expect(remoteOpeningLimitsOf(bankSettings({ RemoteOpeningsPerMinute: '600' })).perMinute).toBe(60)

    expect(opened(await times(35, () => open(token)))).toBe(30)
  })
})
