import { examplesOf, none } from '#apps/server/testing/example.ts'
import { confirmation } from '../confirm-contract.ts'
import { session } from '../contract.ts'

export const sessionExamples = [
  ...examplesOf(session, {
    token: none,
    signOut: none,
    forgotPassword: none,
    changePassword: none,
    resetPassword: none,
    preferences: none,
    colorScheme: none,
    preload: none,
  }),
  ...examplesOf(confirmation, { confirm: () => ({ input: { Password: 'wrong' } }) }),
]
