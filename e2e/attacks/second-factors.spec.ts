import { Secret, TOTP } from 'otpauth'
import { portalUsers } from '#features/portal-users/contract.ts'
import { confirmation } from '#features/session/confirm-contract.ts'
import { secondStep } from '#features/session/second-step-contract.ts'
import { newId } from '#platform/ids.ts'
import { PASSWORD } from '../product.ts'
import { ageSignIn, type Caller, expect, MANAGER, PEOPLE, STAFF, SUPERADMIN, test } from './as-roles.ts'

/** Changes all that a user's second steps consist of; replies the code of each refusal. */
async function tryChanges({ ask }: Caller) {
  const passkeyId = newId()
  const replies = {
    beginApp: await ask(secondStep.beginApp),
    confirmApp: await ask(secondStep.confirmApp, { input: { Code: '000000' } }),
    renewCodes: await ask(secondStep.renewCodes),
    beginAddPasskey: await ask(secondStep.beginAddPasskey),
    addPasskey: await ask(secondStep.addPasskey, { input: { Ticket: 'ticket', Name: 'Key', Passkey: '{}' } }),
    removePasskey: await ask(secondStep.removePasskey, { params: { passkeyId } }),
  }
  return Object.fromEntries(Object.entries(replies).map(([name, { status, body }]) => [name, `${status} ${body.Code}`]))
}
const allRefusedWith = (code: string) => ({
  beginApp: `422 ${code}`,
  confirmApp: `422 ${code}`,
  renewCodes: `422 ${code}`,
  beginAddPasskey: `422 ${code}`,
  addPasskey: `422 ${code}`,
  removePasskey: `422 ${code}`,
})

for (const person of PEOPLE) {
  test(`${person.role} › cannot change second steps with an old sign-in before the password is confirmed`, async ({
    as,
    running,
  }) => {
    const caller = await as(person)
    const before = (await caller.ask(secondStep.get)).body
    await ageSignIn(running, caller)
    expect(await tryChanges(caller)).toEqual(allRefusedWith('PasswordRequired'))
    const wrong = await caller.ask(confirmation.confirm, { input: { Password: 'another password' } })
    expect([wrong.status, wrong.body.Field]).toEqual([422, 'Password'])
    expect(await tryChanges(caller)).toEqual(allRefusedWith('PasswordRequired'))
    expect((await caller.ask(secondStep.get)).body).toEqual(before)
    expect((await caller.ask(confirmation.confirm, { input: { Password: PASSWORD } })).status).toBe(200)
    expect((await caller.ask(secondStep.beginApp)).status).toBe(200)
  })

  test(`${person.role} › with an app must sign in again, and the password alone changes nothing`, async ({
    as,
    newUser,
    running,
  }) => {
    const caller = await as(await newUser(person.role))
    const { body } = await caller.ask(secondStep.beginApp)
    const Code = new TOTP({ secret: Secret.fromBase32(body.Secret) }).generate()
    expect((await caller.ask(secondStep.confirmApp, { input: { Code } })).body.RecoveryCodes).toHaveLength(10)
    const before = (await caller.ask(secondStep.get)).body
    expect(before).toMatchObject({ HasApp: true, RecoveryCodes: 10 })

    await ageSignIn(running, caller)
    expect(await tryChanges(caller)).toEqual(allRefusedWith('SignInRequired'))
    const confirmed = await caller.ask(confirmation.confirm, { input: { Password: PASSWORD } })
    expect([confirmed.status, confirmed.body.Code]).toEqual([422, 'SignInRequired'])
    expect(await tryChanges(caller)).toEqual(allRefusedWith('SignInRequired'))
    // The code that switched the app on was used.
    const removed = await caller.ask(secondStep.removeApp, { input: { Password: PASSWORD, Code } })
    expect([removed.status, removed.body.Field]).toEqual([422, 'Code'])
    expect((await caller.ask(secondStep.get)).body).toEqual(before)
  })
}

for (const person of [SUPERADMIN, MANAGER])
  test(`${person.role} › cannot reset the second steps of others with an old sign-in`, async ({ as, running }) => {
    const caller = await as(person)
    await ageSignIn(running, caller)
    for (const { id } of STAFF) {
      const { status, body } = await caller.ask(portalUsers.resetSecondStep, { params: { portalUserId: id } })
      expect([status, body.Code]).toEqual([422, 'PasswordRequired'])
    }
    const { status, body } = await caller.ask(portalUsers.saveSignInRules, { input: { IsSecondStepRequired: false } })
    expect([status, body.Code]).toEqual([422, 'PasswordRequired'])
  })

for (const person of STAFF)
  test(`${person.role} › can never reset the second steps of others`, async ({ as }) => {
    const { ask } = await as(person)
    for (const { id } of PEOPLE)
      expect((await ask(portalUsers.resetSecondStep, { params: { portalUserId: id } })).status).toBe(403)
  })
