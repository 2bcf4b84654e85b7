import { examplesOf, none } from '#apps/server/testing/example.ts'
import { organisations } from '../contract.ts'
import { LOGO_URL } from './logo.ts'

export const organisationsExamples = examplesOf(organisations, {
  all: none,
  page: none,
  get: ({ organisationId }) => ({ params: { id: organisationId } }),
  changes: ({ organisationId }) => ({ params: { id: organisationId } }),
  logo: ({ organisationId }) => ({ params: { id: organisationId } }),
  mobile: ({ organisationId }) => ({ params: { id: organisationId } }),
  saveMobile: ({ organisationId }) => ({ params: { id: organisationId }, input: { HelpText: '<p>Help</p>' } }),
  mobileLogo: ({ organisationId }) => ({ params: { id: organisationId } }),
  sms: ({ organisationId }) => ({ params: { id: organisationId } }),
  saveSms: ({ organisationId }) => ({
    params: { id: organisationId },
    input: { AccountSid: 'AC1', AuthToken: 'token', SenderPhoneNumber: '+15550100', IsEnabled: true },
  }),
  testSms: ({ organisationId }) => ({ params: { id: organisationId, phone: '15550100123' } }),
  save: ({ organisationId, mark }) => ({
    input: { Id: organisationId, Name: mark('Organisation'), TimezoneId: 'Europe/London', Logo: LOGO_URL },
  }),
})
