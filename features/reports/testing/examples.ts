import { examplesOf } from '#apps/server/testing/example.ts'
import { newId } from '#platform/ids.ts'
import { reports } from '../contract.ts'
import { reportRuns } from '../runs-contract.ts'
import { reportSchedules } from '../schedules-contract.ts'

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
  templates: () => ({}),
  templateOrigins: () => ({}),
  formats: () => ({}),
})

export const reportRunsExamples = examplesOf(reportRuns, { page: () => ({ input: {} }) })

const schedule = () => ({ params: { reportScheduleId: newId() } })
export const reportSchedulesExamples = examplesOf(reportSchedules, {
  page: () => ({ input: {} }),
  get: schedule,
  changes: schedule,
  recipients: () => ({}),
  parameters: ({ ids }) => ({ input: { Report: 'Tenants', ParameterValues: { PropertyIds: [ids.property] } } }),
  save: ({ ids, userId }) => ({
    input: {
      Name: 'Monday',
      Report: 'Tenants',
      Format: 'PDF',
      Period: 'Last7Days',
      ParameterValues: { PropertyIds: [ids.property] },
      Frequency: 'Weekly',
      Weekday: 1,
      MonthDay: 1,
      Hour: 7,
      IsActive: true,
      RecipientIds: [userId],
    },
  }),
  remove: () => ({ input: [newId()] }),
})
