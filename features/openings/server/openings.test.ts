import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import {
  emailOf,
  inOrganisation,
  type OrganisationFixtures,
  PASSWORD,
  seedOrganisation,
  tokenOf,
} from '#apps/server/testing/fixtures.ts'
import type { Answer, TestServer } from '#apps/server/testing/server.ts'
import { alerts } from '#features/alerts/contract.ts'
import { watching } from '#features/alerts/testing/watching.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { type Cabinet, makeCabinet } from '#features/dashboards/testing/cabinet.ts'
import { devices } from '#features/devices/contract.ts'
import { bankSettings } from '#features/kiosks/bank-settings.ts'
import type { Command } from '#features/kiosks/protocol.ts'
import { remoteOpeningLimitsOf } from '#features/kiosks/rules.ts'
import { mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import type { LiveNotice } from '#features/live/server/api.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { confirmation } from '#features/session/confirm-contract.ts'
import { PASSWORDS } from '#features/session/server/attempts.ts'
import { settings } from '#features/settings/contract.ts'
import type { Role } from '#platform/permissions.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { openings } from '../contract.ts'
import { allowOpenings } from '../testing/allow-openings.ts'
import { secondNode } from '../testing/second-node.ts'
import { MAX_IN_FLIGHT } from './limited.ts'

let server: TestServer
let riverside: OrganisationFixtures
/** With a package, of the first property. */
let lobby: Cabinet
/** Without packages, of the second property. */
let annex: Cabinet
let kiosk: Awaited<ReturnType<typeof mqttKiosk>>
let annexKiosk: typeof kiosk

const arrange = async (started: TestServer, nth: number) => {
  server = started
  riverside = await seedOrganisation(server, `riverside${nth}`)
  lobby = await makeCabinet(server, riverside, 0, { L1: { holds: ['InLocker'] }, L2: {} })
  annex = await makeCabinet(server, riverside, 1, { A1: {} })
  kiosk = await openingKiosk(lobby)
  annexKiosk = await openingKiosk(annex)
  return () => Promise.all([kiosk, annexKiosk].map(({ client }) => client.end(true)))
}
eachOnServer(arrange)

/** A kiosk that is ONLINE and opens every door. */
async function openingKiosk({ lockerBankId, secret }: Cabinet) {
  const one = await mqttKiosk(server, lockerBankId, secret)
  one.onCommand(async ({ Id, Kind }: Command) => {
    if (Kind !== 'cancel') await one.reply({ CommandId: Id, State: 'opened' })
  })
  await one.beat()
  await eventually(() =>
    asTenant((db) => db.selectFrom('locker_banks').select('is_online').where('id', '=', lockerBankId).executeTakeFirst()),
  ).toEqual({ is_online: true })
  return one
}

const asTenant = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, riverside.organisationId, work)
const tokenFor = (role: Role) => tokenOf(server, role, riverside.systemName)
type Node = Pick<TestServer, 'ask'>
const open = (token: string, { node = server as Node, locker = 'L2', cabinet = lobby, headers = {}, input = {} } = {}) =>
  node.ask(dashboards.open, { token, params: { lockerBankId: cabinet.lockerBankId, locker }, input, headers })
const openDevice = (token: string, { lockerBankId } = lobby) =>
  server.ask(devices.open, { token, params: { lockerBankId, device: 'SN1' } })
/** Does it so often, as many at a time as a node lets through without waiting. */
async function times<T>(count: number, work: (nth: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) done.push(await work(next++))
  }
  await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, worker))
  return done
}
const opened = (answers: readonly Answer[]) => answers.filter(({ status, body }) => status === 200 && body.IsOpen).length
const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort()
/** Moves all openings into the past, as if this many seconds had passed. */
const wait = (seconds: number) =>
  asTenant((db) =>
    db
      .updateTable('openings')
      .set({ at: sql`at - make_interval(secs => ${seconds})` })
      .execute(),
  )
const auditOf = (action: string) =>
  asTenant((db) => db.selectFrom('audit').select(['actor_name', 'detail']).where('action', '=', action).execute())
const setLimits = async (limits: object) =>
  server.ask(openings.setLimits, {
    token: await tokenFor('organisationmanager'),
    input: { PersonPerMinute: 10, PersonPerHour: 40, OrganisationPerMinute: 60, OrganisationPerHour: 400, ...limits },
  })
const bankHistory = async () =>
  (await server.ask(lockerBanks.changes, { token: await tokenFor('superadmin'), params: { lockerBankId: lobby.lockerBankId } }))
    .body as { Action: string; UserName: string }[]
const confirm = (token: string, Password = PASSWORD) => server.ask(confirmation.confirm, { token, input: { Password } })

describe('one person', () => {
  test('opens ten doors of 182: the others are refused with Retry-After, one alert and one audit entry', async () => {
    const token = await tokenFor('mailroomstaff')
    const answers = await times(182, () => open(token))
    expect(opened(answers)).toBe(10)
    // After a minute, the password is needed first.
    expect(statuses(answers).filter((status) => status !== 422)).toEqual([200, 429])
    expect(kiosk.received('commands')).toHaveLength(10)
    const refused = answers.find(({ status }) => status === 429)!
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(refused.body).toMatchObject({
      Code: 'MsgTooManyOpenings',
      Message: 'You have opened as many lockers within a minute as one person may (10). Please wait.',
    })
    expect(await auditOf('remote opening refused at a limit')).toEqual([
      { actor_name: 'Test mailroomstaff', detail: { limit: 'person' } },
    ])
    expect(await auditOf('locker opening requested')).toHaveLength(10)
    const { body } = await server.ask(alerts.open, { token: await tokenFor('organisationmanager') })
    expect(body).toEqual([
      expect.objectContaining({
        Kind: 'openings-limited',
        UserName: 'Test mailroomstaff',
        LockerBankId: lobby.lockerBankId,
        IsEndedByStaff: true,
        EndedBy: null,
      }),
    ])
  })

  test('cannot end the alert about the own openings; another person can, and the history names that person', async () => {
    const token = await tokenFor('mailroomstaff')
    await times(11, () => open(token))
    const [alert] = (await server.ask(alerts.open, { token })).body
    expect(alert).toMatchObject({ Kind: 'openings-limited', IsEndedByStaff: false })
    const done = (by: string) => server.ask(alerts.done, { token: by, params: { alertId: alert.Id } })
    expect(await done(token)).toMatchObject({ status: 422, body: { Code: 'MsgAlertOfOwn' } })
    const manager = await tokenFor('organisationmanager')
    expect((await done(manager)).status).toBe(200)
    const ended = await server.ask(alerts.ended, { token })
    expect(ended.body).toMatchObject([{ Id: alert.Id, EndedBy: 'Test organisationmanager', IsEndedByStaff: false }])
    expect((await bankHistory()).filter(({ UserName }) => UserName === 'Test organisationmanager')).toEqual([
      expect.objectContaining({ Action: 'Alert ended: Too many remote openings by Test mailroomstaff' }),
    ])
  })

  test('is in the histories of the bank and of the locker, by whom and when', async () => {
    await open(await tokenFor('mailroomstaff'), { locker: 'L1' })
    await openDevice(await tokenFor('organisationmanager'))
    kiosk.onCommand(async ({ Id }) => {
      await kiosk.reply({ CommandId: Id, State: 'not-detected' })
    })
    await open(await tokenFor('mailroomstaff'), { locker: 'L2' })
    const At = expect.stringMatching(/Z$/)
    const Actor = { Kind: 'portalUser', Id: expect.any(String) }
    const staff = { At, UserName: 'Test mailroomstaff', Actor }
    const byStaff = { ...staff, Action: 'Locker L1 opened remotely', ActionKey: null, EntryId: null }
    const asked = { Action: 'Opening requested', ActionKey: 'locker opening requested', EntryId: expect.any(String) }
    const remote = (await bankHistory()).filter(({ Action }) => Action.endsWith('opened remotely'))
    expect(remote).toEqual([
      { ...byStaff, Action: 'Door of device SN1 opened remotely', UserName: 'Test organisationmanager' },
      byStaff,
    ])
    const ofLocker = await server.ask(dashboards.lockerChanges, {
      token: await tokenFor('leasingspecialist'),
      params: { lockerBankId: lobby.lockerBankId, locker: 'L1' },
    })
    expect(ofLocker.body).toHaveLength(2)
    expect(ofLocker.body).toEqual(expect.arrayContaining([byStaff, { ...staff, ...asked }]))
  })

  test('who exceeds a limit is reported by one e-mail to the addresses of the locker bank and to each other manager', async () => {
    await asTenant((db) =>
      db
        .insertInto('locker_bank_settings')
        .values({
          organisation_id: riverside.organisationId,
          property_id: riverside.properties[0]!.id,
          locker_bank_id: lobby.lockerBankId,
          name: 'AlertEmails',
          value: 'desk@a.test',
        })
        .execute(),
    )
    const token = await tokenFor('organisationmanager')
    await times(20, () => open(token))
    const sweep = await watching(server)
    onTestFinished(sweep.stop)
    await sweep.look()
    await sweep.look()
    // Other organisations of this server have alerts as well.
    const addresses = () =>
      sweep.mails
        .map(({ to }) => to?.[0]?.address ?? '')
        .filter((to) => to === 'desk@a.test' || to.includes(`@${riverside.systemName}.`))
    await eventually(() => addresses().sort()).toEqual(['desk@a.test', `superadmin@${riverside.systemName}.test`])
    expect(sweep.mails.find(({ to }) => to?.[0]?.address === 'desk@a.test')?.text).toContain(
      'Too many remote openings by Test organisationmanager',
    )
  })

  test('opens at most 40 within an hour', async () => {
    const token = await tokenFor('mailroomstaff')
    for (let minute = 0; minute < 4; minute++) {
      expect(opened(await times(10, () => open(token)))).toBe(10)
      await wait(61)
    }
    const refused = await open(token)
    expect(refused.status).toBe(429)
    expect(refused.body.Code).toBe('MsgTooManyOpeningsHour')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  })

  test('is counted for all ways to open: with a status, by the device, in all sessions', async () => {
    const one = await tokenFor('organisationmanager')
    const other = await tokenFor('organisationmanager')
    const status = { Status: 8, PackageId: lobby.packagesIn.L1![0] }
    expect(opened([await open(one, { locker: 'L1', input: status })])).toBe(1)
    expect(opened(await times(4, () => openDevice(one)))).toBe(4)
    expect(opened(await times(5, () => open(other, { cabinet: annex, locker: 'A1' })))).toBe(5)
    expect((await openDevice(one)).status).toBe(429)
    expect((await open(other)).status).toBe(429)
  })

  test('is not counted twice for a repeated request with the same Idempotency-Key', async () => {
    const token = await tokenFor('mailroomstaff')
    for (let i = 0; i < 12; i++) expect((await open(token, { headers: { 'idempotency-key': 'same' } })).status).toBe(200)
    expect(opened(await times(9, () => open(token)))).toBe(9)
    expect((await open(token)).status).toBe(429)
  })

  test('is not limited by others', async () => {
    expect(opened(await times(10, async () => open(await tokenFor('mailroomstaff'))))).toBe(10)
    expect((await open(await tokenFor('propertymanager'))).status).toBe(200)
  })
})

describe('mapping devices', () => {
  test('is not limited at a locker bank without packages, and is at one with packages', async () => {
    const token = await tokenFor('organisationmanager')
    expect(opened(await times(40, () => openDevice(token, annex)))).toBe(40)
    expect(opened(await times(11, () => openDevice(token, lobby)))).toBe(10)
    expect(opened(await times(2, () => openDevice(token, annex)))).toBe(2)
  })

  test('is limited while a locker is reserved: a parcel may lie in it that is not recorded yet', async () => {
    const token = await tokenFor('organisationmanager')
    await asTenant((db) =>
      db
        .updateTable('lockers')
        .set({ reserved_until: new Date(Date.now() + 60_000) })
        .where('id', '=', annex.lockers.A1!)
        .execute(),
    )
    expect(opened(await times(11, () => openDevice(token, annex)))).toBe(10)
  })
})

describe('two nodes', () => {
  test('never exceed a limit together, of a person or of the organisation', async () => {
    const other = await secondNode(server)
    onTestFinished(other.stop)
    const [staff, manager, head] = [
      await tokenFor('mailroomstaff'),
      await tokenFor('propertymanager'),
      await tokenFor('superadmin'),
    ]
    const node = (nth: number) => (nth % 2 ? other : server)
    expect(opened(await times(30, (nth) => open(staff, { node: node(nth) })))).toBe(10)
    await wait(61)
    await setLimits({ OrganisationPerMinute: 13 })
    const answers = await times(36, (nth) =>
      // One person sees only the first property, another opens in the second one: the limit is of both.
      nth % 3 ? open(manager, { node: node(nth) }) : open(head, { node: node(nth), cabinet: annex, locker: 'A1' }),
    )
    expect(opened(answers)).toBe(13)
    expect(statuses(answers)).toEqual([200, 429])
  })
})

describe('after a limit', () => {
  const exceed = async (role: Role) => {
    const token = await tokenFor(role)
    await times(11, () => open(token))
    return token
  }
  const passwordRequired = { status: 422, body: { Code: 'PasswordRequired' } }

  test('the sign-in must confirm the password before the next opening, and another sign-in need not', async () => {
    const token = await exceed('mailroomstaff')
    expect((await open(token)).status).toBe(429)
    await wait(61)
    expect(await open(token)).toMatchObject(passwordRequired)
    expect(await open(token)).toMatchObject(passwordRequired)
    expect((await open(await tokenFor('mailroomstaff'))).status).toBe(200)
    expect(await confirm(token, 'wrong')).toMatchObject({ status: 422, body: { Message: 'Wrong password.', Field: 'Password' } })
    expect(await open(token)).toMatchObject(passwordRequired)
    expect((await confirm(token)).status).toBe(200)
    expect(opened(await times(5, () => open(token)))).toBe(5)
    expect(await auditOf('password confirmed')).toHaveLength(1)
    expect(await auditOf('password not confirmed')).toHaveLength(1)
  })

  test('a confirmation while the limit lasts does not end it, and the next excess is recorded again', async () => {
    const token = await exceed('mailroomstaff')
    await confirm(token)
    expect((await open(token)).status).toBe(429)
    await wait(61)
    expect(opened(await times(11, () => open(token)))).toBe(10)
    expect(await auditOf('remote opening refused at a limit')).toHaveLength(2)
  })

  test('wrong passwords count as sign-in attempts of the account', async () => {
    const token = await exceed('mailroomstaff')
    for (let i = 0; i < PASSWORDS.pair - 1; i++) await confirm(token, 'wrong')
    const answers = [await confirm(token, 'wrong'), await confirm(token, 'wrong'), await confirm(token)]
    expect(answers.map(({ status }) => status)).toContain(429)
  })

  test('a super administrator confirms the password in the organisation where it was exceeded', async () => {
    const home = await seedOrganisation(server, `home-of-${riverside.systemName}`, { isSuperAdmin: true })
    const token = await tokenOf(server, 'superadmin', home.systemName)
    const headers = { 'x-organisation-id': riverside.organisationId }
    expect(opened(await times(11, () => open(token, { headers })))).toBe(10)
    await wait(61)
    expect(await open(token, { headers })).toMatchObject(passwordRequired)
    expect((await server.ask(confirmation.confirm, { token, headers, input: { Password: PASSWORD } })).status).toBe(200)
    expect(opened([await open(token, { headers })])).toBe(1)
    const { body } = await server.ask(alerts.open, { token: await tokenFor('organisationmanager') })
    expect(body).toEqual([expect.objectContaining({ Kind: 'openings-limited', UserName: null })])
  })
})

describe('the brake', () => {
  const setBrake = async (IsStopped: boolean, role: Role = 'organisationmanager') =>
    server.ask(openings.setBrake, { token: await tokenFor(role), input: { IsStopped } })

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
    expect(await openDevice(manager, lobby)).toMatchObject(stopped)
    expect(await openDevice(manager, annex)).toMatchObject(stopped)
    expect(kiosk.received('commands')).toEqual([])
    expect((await server.ask(openings.brake, { token: staff })).body).toEqual({
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
    kiosk.onCommand((command: Command) => {
      if (command.Kind !== 'cancel') return
      for (const CommandId of command.CommandIds)
        void kiosk.reply({ CommandId, State: 'refused', Reason: 'remote opening was stopped.' })
    })
    const notices: LiveNotice[] = []
    onTestFinished(server.live.subscribe((notice) => notices.push(notice)))
    const waiting = open(await tokenFor('mailroomstaff'))
    await eventually(() => kiosk.received('commands').length).toBe(1)
    await setBrake(true)
    await setBrake(true)
    expect(await waiting).toMatchObject({
      status: 422,
      body: { Message: 'The locker bank could not do this: remote opening was stopped.' },
    })
    const [command, ...cancellations] = kiosk.received<Command>('commands')
    expect(cancellations).toEqual([expect.objectContaining({ Kind: 'cancel', CommandIds: [command!.Id] })])
    await eventually(() => notices.flat()).toContainEqual({
      organisationId: riverside.organisationId,
      propertyId: null,
      lockerBankId: null,
      topic: 'brake',
    })
  })

  test('is not delayed by a flood of openings, and none of them opens a door after it', async () => {
    onTestFinished(await allowOpenings(server.store.ownerUrl))
    const cancelled = new Set<string>()
    const doors: string[] = []
    kiosk.onCommand(async (command: Command) => {
      if (command.Kind === 'cancel') {
        for (const id of command.CommandIds) cancelled.add(id)
      } else if (cancelled.has(command.Id)) {
        await kiosk.reply({ CommandId: command.Id, State: 'refused', Reason: 'remote opening was stopped.' })
      } else {
        doors.push(command.Id)
        await kiosk.reply({ CommandId: command.Id, State: 'opened' })
      }
    })
    const commands = () => asTenant((db) => db.selectFrom('kiosk_commands').select('id').execute())
    const token = await tokenFor('mailroomstaff')
    const manager = await tokenFor('organisationmanager')
    const flood = Array.from({ length: 100 }, () => open(token))
    const brake = await server.ask(openings.setBrake, { token: manager, input: { IsStopped: true } })
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
    const harbour = await seedOrganisation(server, `harbour-of-${riverside.systemName}`)
    const token = await tokenOf(server, 'mailroomstaff', harbour.systemName)
    expect((await server.ask(openings.brake, { token })).body.IsStopped).toBe(false)
  })
})

describe('the limits', () => {
  test('are changed by managers only, within bounds', async () => {
    expect((await server.ask(openings.limits, { token: await tokenFor('organisationmanager') })).body).toEqual({
      PersonPerMinute: 10,
      PersonPerHour: 40,
      OrganisationPerMinute: 60,
      OrganisationPerHour: 400,
    })
    expect((await setLimits({ PersonPerMinute: 2 })).status).toBe(200)
    expect(opened(await times(4, async () => open(await tokenFor('mailroomstaff'))))).toBe(2)
    expect(await setLimits({ PersonPerMinute: 0 })).toMatchObject({
      status: 400,
      body: { Message: 'A limit is a whole number from 1 to 30.' },
    })
    expect(await setLimits({ PersonPerHour: 9 })).toMatchObject({
      status: 422,
      body: { Message: 'The limit per hour cannot be below the limit per minute.' },
    })
    expect((await server.ask(openings.limits, { token: await tokenFor('propertymanager') })).status).toBe(403)
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
      request: () => ({ params: { lockerBankId: lobby.lockerBankId }, input: settingsOf('60') }),
      mail: 'Test organisationmanager has raised the limits of remote opening of the locker bank',
    },
    {
      op: lockerBanks.publish,
      request: () => ({ params: { lockerBankId: lobby.lockerBankId } }),
      before: () => saveOfBank('RemoteOpeningsPerHour', '1200'),
      mail: 'Test organisationmanager has published raised limits of remote opening to the locker bank',
    },
  ]
  const saveOfBank = (name: string, value: string) =>
    asTenant((db) =>
      db
        .insertInto('locker_bank_settings')
        .values({
          organisation_id: riverside.organisationId,
          locker_bank_id: lobby.lockerBankId,
          property_id: riverside.properties[0]!.id,
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
    const save = () => server.ask(way.op, { token, ...way.request() })
    expect(await save()).toMatchObject({ status: 422, body: { Code: 'PasswordRequired' } })
    expect((await confirm(token)).status).toBe(200)
    expect((await save()).status).toBe(200)
    const told = server.mails.filter(({ to }) => to === emailOf('organisationmanager', riverside.systemName))
    expect(told.map(({ body }) => body)).toEqual([expect.stringContaining(way.mail)])
    expect(told[0]!.body).toMatch(/^.+: \d+ → \d+$/m)
  })

  test('lowering one is not mailed, and publishing other settings needs no password', async () => {
    await saveOfBank('OpenRetries', '2')
    const token = await oldSignIn()
    const place = { token, params: { lockerBankId: lobby.lockerBankId } }
    expect((await server.ask(lockerBanks.publish, place)).status).toBe(200)
    await confirm(token)
    expect((await server.ask(lockerBanks.saveSettings, { ...place, input: settingsOf('5') })).status).toBe(200)
    expect((await server.ask(lockerBanks.publish, place)).status).toBe(200)
    expect(server.mails.filter(({ to }) => to.endsWith(`@${riverside.systemName}.test`))).toEqual([])
  })

  test('stops at its ceiling, also when more is stored', async () => {
    const token = await tokenFor('organisationmanager')
    const place = { token, params: { lockerBankId: lobby.lockerBankId } }
    const high = { PersonPerMinute: 31, PersonPerHour: 600, OrganisationPerMinute: 300, OrganisationPerHour: 6000 }
    expect((await server.ask(openings.setLimits, { token, input: high })).status).toBe(400)
    expect((await server.ask(openings.setLimits, { token, input: { ...high, PersonPerMinute: 30 } })).status).toBe(200)
    const general = { GeneralSettings: [{ Name: 'OpeningsPerMinute', Value: '31' }] }
    expect((await server.ask(settings.save, { token, input: general })).status).toBe(422)
    expect((await server.ask(lockerBanks.saveSettings, { ...place, input: settingsOf('61') })).status).toBe(422)

    await asTenant((db) => db.updateTable('opening_controls').set({ person_per_minute: 9_000, person_per_hour: 9_000 }).execute())
    await saveOfBank('RemoteOpeningsPerMinute', '600')
    expect((await server.ask(openings.limits, { token })).body).toMatchObject({ PersonPerMinute: 30, PersonPerHour: 600 })
    const { body } = await server.ask(lockerBanks.settings, place)
    expect(body).toContainEqual(expect.objectContaining({ Name: 'RemoteOpeningsPerMinute', Value: '60' }))
    await server.ask(lockerBanks.publish, place)
    const config = await asTenant((db) => db.selectFrom('kiosk_configs').select('content').executeTakeFirstOrThrow())
    expect(config.content).toMatchObject({ Settings: { RemoteOpeningsPerMinute: '60' } })
    // A kiosk that was published to before cuts its stored settings.
    expect(remoteOpeningLimitsOf(bankSettings({ RemoteOpeningsPerMinute: '600' })).perMinute).toBe(60)

    expect(opened(await times(35, () => open(token)))).toBe(30)
  })
})
