import { examplesOf, none } from '#apps/server/testing/example.ts'
import { newId } from '#platform/ids.ts'
import { notices } from '../contract.ts'

export const noticesExamples = examplesOf(notices, {
  page: none,
  get: () => ({ params: { noticeId: newId() } }),
  ofPackage: ({ ids }) => ({ params: { packageId: ids.package } }),
  sendAgain: () => ({ input: [newId()] }),
  sendAgainMany: () => ({ input: { Ids: [newId()] } }),
  replies: none,
  smsStatus: ({ organisationId }) => ({ params: { organisationId, noticeId: newId() } }),
  smsIncoming: ({ organisationId }) => ({ params: { organisationId } }),
})
