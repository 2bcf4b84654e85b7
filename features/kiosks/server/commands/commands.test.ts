import { expect, onTestFinished, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import type { Command } from '../../protocol.ts'
import { mqttKiosk } from '../testing/mqtt-kiosk.ts'
import { eachOnWiredBank, refusal, type WiredBank } from '../testing/wired-bank.ts'

let server: TestServer
let bank: WiredBank
eachOnWiredBank((started, wired) => {
  server = started
  bank = wired
})

test('a command is refused with 422 for an OFFLINE bank and with 404 in another property', async () => {
  expect(await refusal(bank.send(bank.opening()))).toBe('422 MsgLockerBankOffline')
  await bank.online()
  expect(await refusal(bank.send(bank.opening(), {}, [bank.organisation.second.ids.property]))).toBe('404 MsgNotFound')
  expect(bank.kiosk.received('commands')).toEqual([])
})

test("a command returns the kiosk's reply about the door", async () => {
  await bank.online()
  for (const State of ['opened', 'not-detected'] as const) {
    let sent: Command | undefined
    bank.kiosk.onCommand(async (command) => {
      sent = command
      await bank.kiosk.reply({ CommandId: command.Id, State: 'acknowledged' })
      await bank.kiosk.reply({ CommandId: command.Id, State })
    })
    expect(await bank.send(bank.opening())).toMatchObject({ State })
    expect(sent).toMatchObject({ Kind: 'open', LockerId: bank.organisation.first.ids.locker, SerialNumber: 'SN1' })
    expect(Date.parse(sent!.ExpiresAt)).toBeGreaterThan(Date.now())
    expect(await bank.commandRow(sent!.Id)).toMatchObject({
      state: State,
      user_id: bank.organisation.first.userId,
      user_name: 'Somebody',
    })
  }
})

test('a refused command is 422, an expired one 504', async () => {
  await bank.online()
  bank.kiosk.onCommand(({ Id }) => void bank.kiosk.reply({ CommandId: Id, State: 'refused', Reason: 'no such device' }))
  expect(await refusal(bank.send(bank.opening()))).toBe('422 MsgCommandRefused')
  bank.kiosk.onCommand(({ Id }) => void bank.kiosk.reply({ CommandId: Id, State: 'expired' }))
  expect(await refusal(bank.send(bank.opening()))).toBe('504 MsgCannotConnectToLockerBank')
})

test('a kiosk without a reply is 504; its late reply still counts, and a second one changes nothing', async () => {
  await bank.online()
  let id = ''
  bank.kiosk.onCommand((command) => {
    id = command.Id
  })
  expect(await refusal(bank.send(bank.opening(), { timeout: 200 }))).toBe('504 MsgCannotConnectToLockerBank')
  expect((await bank.commandRow(id)).state).toBe('expired')
  await bank.kiosk.reply({ CommandId: id, State: 'opened' })
  await eventually(async () => (await bank.commandRow(id)).state).toBe('opened')
  await bank.kiosk.reply({ CommandId: id, State: 'not-detected' })
  await bank.kiosk.reply({ CommandId: id, State: 'acknowledged' })
  await bank.kiosk.beat({ AppVersion: 'after' })
  await eventually(async () => (await bank.bankRow()).app_version).toBe('after')
  expect((await bank.commandRow(id)).state).toBe('opened')
})

test('a command without a final reply in time stays acknowledged; the late final reply counts', async () => {
  await bank.online()
  let id = ''
  bank.kiosk.onCommand((command) => {
    id = command.Id
    void bank.kiosk.reply({ CommandId: id, State: 'acknowledged' })
  })
  expect(await refusal(bank.send(bank.opening(), { timeout: 500 }))).toBe('504 MsgDoorMayBeOpen')
  expect((await bank.commandRow(id)).state).toBe('acknowledged')
  await bank.kiosk.reply({ CommandId: id, State: 'opened' })
  await eventually(async () => (await bank.commandRow(id)).state).toBe('opened')
})

test('a kiosk cannot reply for another bank', async () => {
  const other = await mqttKiosk(
    server,
    bank.organisation.second.ids.lockerBank,
    bank.organisation.second.credentials.client_secret!,
  )
  onTestFinished(() => void other.client.end(true))
  await bank.online()
  let id = ''
  bank.kiosk.onCommand(async (command) => {
    id = command.Id
    await other.reply({ CommandId: id, State: 'opened' })
  })
  expect(await refusal(bank.send(bank.opening(), { timeout: 300 }))).toBe('504 MsgCannotConnectToLockerBank')
  expect((await bank.commandRow(id)).state).toBe('expired')
})

test("the door's event is applied before the command returns", async () => {
  await bank.online()
  const { ids } = bank.organisation.first
  bank.kiosk.onCommand(async (command) => {
    const { Id, SerialNumber } = command as Extract<Command, { Kind: 'open' }>
    void bank.kiosk.sendEvents([{ ...bank.doorEvent('door-opened', Id), SerialNumber }])
    await bank.kiosk.reply({ CommandId: Id, State: 'opened' })
  })
  const status = () =>
    bank.asTenant((db) => db.selectFrom('packages').select('status_id').where('id', '=', ids.package).executeTakeFirstOrThrow())
  const input = { Status: STATUSES.CollectedbyRecipient.id, PackageId: ids.package }
  const token = await tokenOf(server, 'superadmin', bank.organisation.systemName)
  const reply = await server.ask(dashboards.open, { params: { lockerBankId: ids.lockerBank, locker: ids.locker }, input, token })
  expect(reply.body).toMatchObject({ IsOpen: true })
  expect(await status()).toEqual({ status_id: STATUSES.CollectedbyRecipient.id })
})

test("the event of a command's door is the reply: the kiosk's own reply need not come", async () => {
  await bank.online()
  for (const [kind, State] of [
    ['door-opened', 'opened'],
    ['not-detected', 'not-detected'],
  ] as const) {
    let id = ''
    bank.kiosk.onCommand(({ Id }) => {
      id = Id
      void bank.kiosk.sendEvents([bank.doorEvent(kind, Id)])
    })
    expect(await bank.send(bank.opening())).toMatchObject({ State })
    expect(await bank.commandRow(id)).toMatchObject({ state: State })
  }
})

test('the event of another door and an invalid event are not taken as the reply', async () => {
  await bank.online()
  for (const other of [{ SerialNumber: 'SN2' }, { LockerId: 'no id' }]) {
    bank.kiosk.onCommand(({ Id }) => void bank.kiosk.sendEvents([{ ...bank.doorEvent('door-opened', Id), ...other }]))
    expect(await refusal(bank.send(bank.opening(), { timeout: 500 }))).toBe('504 MsgDoorMayBeOpen')
  }
})

test('an event that could not be stored is not taken as the reply', async () => {
  await bank.online()
  let faulty = ''
  server.kioskLink.onEvent('door-opened', async (_db, { CommandId }) => {
    if (CommandId === faulty) throw new Error('a fault')
  })
  bank.kiosk.onCommand(({ Id }) => {
    faulty = Id
    void bank.kiosk.sendEvents([bank.doorEvent('door-opened', Id)])
  })
  expect(await refusal(bank.send(bank.opening(), { timeout: 500 }))).toBe('504 MsgDoorMayBeOpen')
})
