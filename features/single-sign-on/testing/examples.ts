import { examplesOf, none } from '#apps/server/testing/example.ts'
import { singleSignOn } from '../contract.ts'

/** An address where nobody listens. */
const Issuer = 'http://127.0.0.1:9'

export const singleSignOnExamples = examplesOf(singleSignOn, {
  get: none,
  save: ({ mark }) => ({
    input: { IsActive: true, Issuer, ClientId: mark('Client'), ClientSecret: 'secret', ButtonName: 'Work', DefaultRole: null },
  }),
  test: () => ({ input: { Issuer } }),
  offer: () => ({ params: { systemName: 'riverside' } }),
  start: () => ({ params: { systemName: 'riverside' } }),
  callback: none,
  signOutAddress: none,
})
