import { afterEach, beforeEach, vi } from 'vitest'
import type { TestServer } from '#apps/server/testing/server.ts'
import { eachOnWiredBank, type WiredBank } from '#features/kiosks/server/testing/wired-bank.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { saveSettings, type Watching, watching } from './watching.ts'

/** Default outage threshold in minutes. */
export const THRESHOLD = 15

/** Next year, because the database has its own clock: a bank must be authorised before the time of the test. */
export const BEGINNING = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 15, 9, 30))

/** A bank for each test whose kiosk goes away and comes back. */
export function outageFixtures() {
  const there = {} as {
    server: TestServer
    bank: WiredBank
    watch: Watching
  }

  eachOnWiredBank((started, wired) => {
    there.server = started
    there.bank = wired
  })
  beforeEach(async () => {
    there.watch = await watching(there.server)
    return () => there.watch.stop()
  })
  // Only the clock is mocked; timers run as usual.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BEGINNING }))
  afterEach(async () => {
    vi.useRealTimers()
    // Ends these banks' alerts before the next test.
    await there.bank.asTenant((db) => db.updateTable('organisations').set({ is_active: false }).execute())
  })
  const bankId = () => there.bank.organisation.first.ids.lockerBank
  const tellTo = (emails: string) =>
    saveSettings(there.server, there.bank.organisation.systemName, bankId(), { AlertEmails: emails })
  const heartbeatAt = async () => Date.parse((await there.bank.bankRow()).last_heart_beat ?? '')
  /** Sets the clock, which has advanced by some ms, back to the last heartbeat. */
  const putClockBack = async () => vi.setSystemTime(await heartbeatAt())
  /** Sends a heartbeat and waits until the server has processed it. */
  async function beat(kiosk = there.bank.kiosk) {
    const now = Date.now()
    await kiosk.beat()
    await eventually(async () => (await heartbeatAt()) >= now).toBe(true)
    await putClockBack()
  }
  /** Connects the bank, runs a sweep, then breaks the connection. */
  async function goAway(kiosk = there.bank.kiosk) {
    await beat(kiosk)
    await there.watch.look()
    kiosk.client.stream.destroy()
    await eventually(there.bank.isOnline).toBe(false)
    await putClockBack()
  }
  const subjects = () => there.watch.mails.map(({ subject, to }) => `${to![0]!.address}: ${subject}`).sort()

  return { there, bankId, tellTo, beat, goAway, subjects }
}
