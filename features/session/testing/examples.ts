import { examplesOf, none } from '#apps/server/testing/example.ts'
import { session } from '../contract.ts'

export const sessionExamples = examplesOf(session, {
  token: none,
  signOut: none,
  forgotPassword: none,
  resetPassword: none,
  confirm: () => ({ input: { Password: 'wrong' } }),
  preferences: none,
  preload: none,
})
