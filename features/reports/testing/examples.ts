import { examplesOf } from '#apps/server/testing/example.ts'
import { newId } from '#platform/ids.ts'
import { reports } from '../contract.ts'
import { reportRuns } from '../runs-contract.ts'

const client = () => ({ params: { clientId: newId() } })
const instance = () => ({ params: { ...client().params, instanceId: newId() } })
const document = () => ({ params: { ...instance().params, documentId: newId() } })

export const reportsExamples = examplesOf(reports, {
  register: () => ({ input: { TimeStamp: 1 } }),
  sessionTimeout: () => ({}),
  keepAlive: client,
  unregister: client,
  parameters: ({ ids }) => ({ ...client(), input: { Report: 'Tenants', ParameterValues: { PropertyIds: [ids.property] } } }),
  createInstance: ({ ids }) => ({ ...client(), input: { Report: 'Tenants', ParameterValues: { PropertyIds: [ids.property] } } }),
  deleteInstance: instance,
  createDocument: () => ({ ...instance(), input: { Format: 'CSV' } }),
  deleteDocument: document,
  info: document,
  page: () => ({ params: { ...document().params, pageNumber: '1' } }),
  document,
  formats: () => ({}),
})

export const reportRunsExamples = examplesOf(reportRuns, { page: () => ({ input: {} }) })
