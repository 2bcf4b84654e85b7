import { afterAll, beforeAll, beforeEach } from 'vitest'
import { notices } from '../../contract.ts'
import { NOON, startSending } from './sending.ts'

export const hoursLater = (hours: number, from = NOON) => new Date(from.getTime() + hours * 3_600_000)

type Sending = Awaited<ReturnType<typeof startSending>>

type Organisation = Awaited<ReturnType<Sending['organisation']>>

/** An organisation for each test, and the notices to a resident of it. */
export function noticeFixtures() {
  const state = {} as Pick<Sending, 'server' | 'sms' | 'smtp'> &
    Pick<Organisation, 'fixtures' | 'token' | 'set'> & {
      sending: Sending
      organisation: Organisation
      nth: number
    }
  state.nth = 0
  beforeAll(async () => {
    state.sending = await startSending()
    const { server, sms, smtp } = state.sending
    Object.assign(state, { server, sms, smtp })
  })
  afterAll(() => state.sending.stop())
  beforeEach(async () => {
    state.nth += 1
    state.organisation = await state.sending.organisation(`riverside${state.nth}`)
    const { fixtures, token, set } = state.organisation
    Object.assign(state, { fixtures, token, set })
    await state.set({ email: `ada${state.nth}@house.test`, mobile_phone: '+44 7911 123456' })
    state.sending.reset()
  })
  const recipient = () => state.organisation.recipient
  const send: Sending['send'] = (...given) => state.sending.send(...given)
  /** Adds a package at noon. */
  const arrive = (more: object = {}) => state.fixtures.add(recipient(), { at: NOON, ...more })
  const list = async () => (await state.server.ask(notices.page, { token: state.token, input: {} })).body.Data
  const outcomes = async () =>
    (await list()).map(({ Type, MediumId, Status, Reason }: Record<string, unknown>) => [Type, MediumId, Status, Reason])

  return { state, send, arrive, outcomes, list }
}
