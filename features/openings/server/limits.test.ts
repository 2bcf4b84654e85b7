import { describe, expect, onTestFinished, test } from 'vitest'
import { PASSWORD, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { alerts } from '#features/alerts/contract.ts'
import { confirmation } from '#features/session/confirm-contract.ts'
import { PASSWORDS } from '#features/session/server/attempts.ts'
import type { Role } from '#platform/permissions.ts'
import { openings } from '../contract.ts'
import { opened, openingsFixtures, statuses, times } from '../testing/openings-fixtures.ts'
import { secondNode } from '../testing/second-node.ts'

const { state, tokenFor, open, wait, auditOf, confirm } = openingsFixtures()

const setLimits = async (limits: object) =>
  state.server.ask(openings.setLimits, {
    token: await tokenFor('organisationmanager'),
    input: { PersonPerMinute: 10, PersonPerHour: 40, OrganisationPerMinute: 60, OrganisationPerHour: 400, ...limits },
  })

describe('two nodes', () => {
  test('never exceed a limit together, of a person or of the organisation', async () => {
    const other = await secondNode(state.server)
    onTestFinished(other.stop)
    const [staff, manager, head] = [
      await tokenFor('mailroomstaff'),
      await tokenFor('propertymanager'),
      await tokenFor('superadmin'),
    ]
    const node = (nth: number) => (nth % 2 ? other : state.server)
    expect(opened(await times(30, (nth) => open(staff, { node: node(nth) })))).toBe(10)
    await wait(61)
    await setLimits({ OrganisationPerMinute: 13 })
    const answers = await times(36, (nth) =>
      // One person sees only the first property, another opens in the second one: the limit is of both.
      nth % 3 ? open(manager, { node: node(nth) }) : open(head, { node: node(nth), cabinet: state.annex, locker: 'A1' }),
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
    const home = await seedOrganisation(state.server, `home-of-${state.riverside.systemName}`, { isSuperAdmin: true })
    const token = await tokenOf(state.server, 'superadmin', home.systemName)
    const headers = { 'x-organisation-id': state.riverside.organisationId }
    expect(opened(await times(11, () => open(token, { headers })))).toBe(10)
    await wait(61)
    expect(await open(token, { headers })).toMatchObject(passwordRequired)
    expect((await state.server.ask(confirmation.confirm, { token, headers, input: { Password: PASSWORD } })).status).toBe(200)
    expect(opened([await open(token, { headers })])).toBe(1)
    const { body } = await state.server.ask(alerts.open, { token: await tokenFor('organisationmanager') })
    expect(body).toEqual([expect.objectContaining({ Kind: 'openings-limited', UserName: null })])
  })
})

describe('the limits', () => {
  test('are changed by managers only, within bounds', async () => {
    expect((await state.server.ask(openings.limits, { token: await tokenFor('organisationmanager') })).body).toEqual({
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
    expect((await state.server.ask(openings.limits, { token: await tokenFor('propertymanager') })).status).toBe(403)
  })
})
