import { examplesOf, none } from '#apps/server/testing/example.ts'
import { terminals } from '../contract.ts'

export const terminalExamples = examplesOf(terminals, {
  signIn: none,
  signOut: none,
  recipients: none,
  reserve: none,
  reserveForMailroomPackage: none,
  reserveForDryCleaning: none,
  // No reservation is open: giving back one that has ended is no error.
  giveBack: ({ ids }) => ({ params: { id: ids.package } }),
  collection: none,
  recovery: none,
  confirmation: none,
})
