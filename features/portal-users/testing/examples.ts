import { examplesOf, none } from '#apps/server/testing/example.ts'
import { portalUsers } from '../contract.ts'

export const portalUsersExamples = examplesOf(portalUsers, {
  page: none,
  choices: none,
  get: ({ ids }) => ({ params: { portalUserId: ids.portalUser } }),
  getOf: ({ ids, organisationId }) => ({ params: { portalUserId: ids.portalUser, organisationId } }),
  changes: ({ ids }) => ({ params: { portalUserId: ids.portalUser } }),
  save: ({ ids, mark }) => ({
    input: {
      Id: ids.portalUser,
      FirstName: mark('User'),
      LastName: 'Saved',
      Email: `${mark('user').replace(/\W/g, '')}@users.test`,
      UserRole: 'mailroomstaff',
      IsActive: true,
      PropertyIds: [ids.property],
    },
  }),
  invite: ({ ids }) => ({ params: { portalUserId: ids.portalUser } }),
  disable: ({ ids }) => ({ input: { Ids: [ids.portalUser] } }),
  enable: ({ ids }) => ({ input: { Ids: [ids.portalUser] } }),
  inviteMany: ({ ids }) => ({ input: { Ids: [ids.portalUser] } }),
  resetSecondStep: ({ ids }) => ({ params: { portalUserId: ids.portalUser } }),
  signInRules: none,
  saveSignInRules: () => ({ input: { IsSecondStepRequired: false } }),
  remove: ({ ids }) => ({ input: [ids.portalUser] }),
})
