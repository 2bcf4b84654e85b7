import { examplesOf, none } from '#apps/server/testing/example.ts'
import { newId } from '#platform/ids.ts'
import { confirmation } from '../confirm-contract.ts'
import { session } from '../contract.ts'
import { secondStep } from '../second-step-contract.ts'

export const sessionExamples = [
  ...examplesOf(session, {
    token: none,
    reportToken: none,
    signOut: none,
    forgotPassword: none,
    changePassword: none,
    resetPassword: none,
    preferences: none,
    colorScheme: none,
    preload: none,
  }),
  ...examplesOf(secondStep, {
    begin: none,
    beginPasskey: none,
    get: none,
    beginApp: none,
    confirmApp: () => ({ input: { Code: '000000' } }),
    removeApp: () => ({ input: { Password: 'wrong', Code: '000000' } }),
    renewCodes: none,
    beginAddPasskey: none,
    addPasskey: () => ({ input: { Ticket: 'x', Name: 'Key', Passkey: '{}' } }),
    renamePasskey: () => ({ params: { passkeyId: newId() }, input: { Name: 'Key' } }),
    removePasskey: () => ({ params: { passkeyId: newId() } }),
  }),
  ...examplesOf(confirmation, { confirm: () => ({ input: { Password: 'wrong' } }) }),
]
