import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { TestServer } from '#apps/server/testing/server.ts'
import { makeCabinet } from '#features/dashboards/testing/cabinet.ts'
import type { Command } from '#features/kiosks/protocol.ts'
import { event } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { eachOnMappableBank, type MapCommand, type MappableBank, turnedDown } from './testing/mappable-bank.ts'

let server: TestServer
let bank: MappableBank
eachOnMappableBank(
  (started, made) => {
    server = started
    bank = made
  },
  { replyTimeoutMs: 2_000 },
)

describe('a kiosk', () => {
  test('that refuses changes nothing, and its reason is returned', async () => {
    await bank.discovered('SN-9')
    bank.kiosk.onCommand(
      ({ Id }) => void bank.kiosk.reply({ CommandId: Id, State: 'refused', Reason: 'there is no device SN-9.' }),
    )
    expect(await bank.map('L3', 'SN-9')).toMatchObject(turnedDown('The locker bank could not do this: there is no device SN-9.'))
    expect(await bank.lockerRows()).toMatchObject({ L3: null })
  })

  test('that never answers is 504, nothing has changed, and the next mapping works', async () => {
    await bank.discovered('SN-9')
    bank.kiosk.onCommand(() => {})
    const mapping = bank.map('L3', 'SN-9')
    await eventually(() => bank.kiosk.received<Command>('commands').at(-1)?.Kind).toBe('map')
    expect(await bank.map('L4', 'SN-9')).toMatchObject(turnedDown('The previous action is still in progress.'))
    expect(await mapping).toMatchObject({
      status: 504,
      body: { Message: 'Cannot connect to the locker bank. It did not respond in time.' },
    })
    expect(await bank.lockerRows()).toMatchObject({ L3: null, L4: null })
    bank.obeying(['SN-9'])
    expect(await bank.map('L4', 'SN-9')).toMatchObject({ body: { IsSuccess: true } })
  })

  test('that replies late still maps: its event counts whenever it comes, and the earlier reply was true', async () => {
    await bank.discovered('SN-9')
    bank.kiosk.onCommand(() => {})
    expect((await bank.map('L3', 'SN-9')).status).toBe(504)
    const command = bank.kiosk.received<MapCommand>('commands').at(-1)!
    await bank.kiosk.sendEvents([bank.mapped(command)])
    await bank.kiosk.reply({ CommandId: command.Id, State: 'done' })
    await eventually(bank.lockerRows).toMatchObject({ L3: 'SN-9' })
    expect(await bank.map('L4', 'SN-9')).toMatchObject(turnedDown('Device SN-9 is already mapped to locker L3.'))
  })

  test('whose reply comes before its event has not confirmed yet', async () => {
    await bank.discovered('SN-9')
    bank.kiosk.onCommand(({ Id }) => void bank.kiosk.reply({ CommandId: Id, State: 'done' }))
    expect(await bank.map('L3', 'SN-9')).toMatchObject(
      turnedDown('The locker bank has not confirmed this yet. Please check again in a moment.'),
    )
    expect(await bank.lockerRows()).toMatchObject({ L3: null })
  })

  test('that restarted meanwhile maps according to its event, whatever it replies', async () => {
    await bank.discovered('SN-9')
    bank.kiosk.onCommand(async (command) => {
      await bank.kiosk.sendEvents([bank.mapped(command as MapCommand)])
      await bank.kiosk.reply({ CommandId: command.Id, State: 'refused', Reason: 'the kiosk was restarted meanwhile' })
    })
    expect(await bank.map('L3', 'SN-9')).toMatchObject({ body: { IsSuccess: true } })
  })

  test('that replies twice is processed once', async () => {
    await bank.discovered('SN-9')
    bank.kiosk.onCommand(async (command) => {
      const mapped = bank.mapped(command as MapCommand)
      await bank.kiosk.sendEvents([mapped])
      await bank.kiosk.sendEvents([mapped])
      await bank.kiosk.reply({ CommandId: command.Id, State: 'done' })
      await bank.kiosk.reply({ CommandId: command.Id, State: 'done' })
    })
    expect(await bank.map('L3', 'SN-9')).toMatchObject({ body: { IsSuccess: true } })
    bank.obeying(['SN-9'])
    expect(await bank.unmap('L3')).toMatchObject({ body: { IsSuccess: true } })
    const first = bank.kiosk.received<MapCommand>('commands').find(({ Kind }) => Kind === 'map')!
    await bank.kiosk.reply({ CommandId: first.Id, State: 'done' })
    await sleep(200)
    expect(await bank.lockerRows()).toMatchObject({ L3: null })
    expect(
      await bank.asTenant((db) => db.selectFrom('kiosk_events').select('id').where('kind', '=', 'locker-mapped').execute()),
    ).toHaveLength(2)
  })

  test('that maps a device to two lockers has mapped it to the later one', async () => {
    await bank.discovered('SN-9')
    bank.kiosk.onCommand(async (command) => {
      const other = { ...(command as MapCommand), LockerId: bank.lobby.lockers.L4! }
      await bank.kiosk.sendEvents([bank.mapped(command as MapCommand), bank.mapped(other)])
      await bank.kiosk.reply({ CommandId: command.Id, State: 'done' })
    })
    expect(await bank.map('L3', 'SN-9')).toMatchObject({ body: { IsSuccess: false } })
    expect(await bank.lockerRows()).toMatchObject({ L3: null, L4: 'SN-9' })
  })

  test('cannot map the lockers of another bank', async () => {
    await bank.discovered('SN-9')
    const other = await makeCabinet(server, bank.organisation, 0, { O1: { isMapped: false } }, { name: 'Other' })
    const foreign = event({
      Kind: 'locker-mapped',
      LockerId: other.lockers.O1,
      SerialNumber: 'SN-9',
      CommandId: bank.lobby.lockerBankId,
    })
    await bank.kiosk.sendEvents([foreign])
    await eventually(() => bank.kiosk.acked()).toContain(foreign.Id)
    expect(await bank.lockerRows()).toMatchObject({ O1: null })
  })
})

test('two concurrent mappings of one device: one succeeds, and the other gets the reason', async () => {
  await bank.discovered('SN-9')
  const answers = await Promise.all([bank.map('L3', 'SN-9'), bank.map('L4', 'SN-9')])
  expect(answers.map(({ body }) => body.IsSuccess).sort()).toEqual([false, true])
  expect(answers.find(({ body }) => !body.IsSuccess)!.body.Message).toMatch(/still in progress|is already mapped to locker/)
  expect(Object.values(await bank.lockerRows()).filter((serial) => serial === 'SN-9')).toHaveLength(1)
})
