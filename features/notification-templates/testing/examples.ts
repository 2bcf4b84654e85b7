import { examplesOf, none } from '#apps/server/testing/example.ts'
import { notificationTemplates } from '../contract.ts'

const draft = {
  MessageTemplateTypeId: 1,
  MessageSendingMediumTypeId: 1,
  Language: 'en-US',
  Subject: 'A package for {{ResidentName}}',
  Body: '<p>Hello</p>',
}
export const notificationTemplatesExamples = examplesOf(notificationTemplates, {
  all: none,
  get: ({ organisationId }) => ({ params: { organisationId, typeId: '1', mediumId: '1' } }),
  changes: ({ organisationId }) => ({ params: { organisationId, typeId: '1', mediumId: '1', language: 'en-US' } }),
  variables: () => ({ params: { typeId: '1' } }),
  save: () => ({ input: draft }),
  preview: () => ({ input: draft }),
  sendTest: () => ({ input: draft }),
})
