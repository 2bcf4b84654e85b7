import { examplesOf, none } from '#apps/server/testing/example.ts'
import { newId } from '#platform/ids.ts'
import { profile } from '../contract.ts'

export const profileExamples = examplesOf(profile, {
  get: none,
  save: () => ({ input: { FirstName: 'Test', LastName: 'User', PhoneNumber: '' } }),
  changePassword: () => ({ input: { Password: 'wrong', NewPassword: 'velvet-harbour-kite-31' } }),
  sessions: none,
  endSession: () => ({ params: { sessionId: newId() } }),
  endOtherSessions: none,
})
