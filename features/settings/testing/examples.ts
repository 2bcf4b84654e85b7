import { examplesOf, none } from '#apps/server/testing/example.ts'
import { settings } from '../contract.ts'

export const settingsExamples = examplesOf(settings, {
  get: ({ organisationId }) => ({ params: { organisationId } }),
  support: none,
  save: ({ organisationId, mark }) => ({
    input: {
      OrganisationId: organisationId,
      GeneralSettings: [{ Name: 'SupportEmail', Value: `${mark('support')}@example.test` }],
    },
  }),
})
