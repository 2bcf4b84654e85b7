import { call } from '#platform/portal/api/call.ts'
import { reports } from '../../contract.ts'
import type { ReportSource, ServiceClient } from './service-client.ts'

const sourceOf = ({ report, parameterValues }: ReportSource) => ({ Report: report, ParameterValues: parameterValues })

/** The report service of the portal's own server, as the signed-in user. */
export const portalClient: ServiceClient = {
  registerClient: async () => (await call(reports.register, { input: { TimeStamp: Date.now() } })).clientId,
  deleteClient: (clientId) => call(reports.unregister, { params: { clientId } }),
  getFormats: () => call(reports.formats),
  getParameters: (clientId, source, signal) =>
    call(reports.parameters, { params: { clientId }, input: sourceOf(source), signal }),
  createInstance: async (clientId, source, signal) =>
    (await call(reports.createInstance, { params: { clientId }, input: sourceOf(source), signal })).instanceId,
  deleteInstance: (params) => call(reports.deleteInstance, { params }),
  createDocument: async (params, { format, useCache, baseDocumentId, actionId }, signal) => {
    const input = { Format: format, UseCache: useCache, BaseDocumentID: baseDocumentId, ActionID: actionId }
    return (await call(reports.createDocument, { params, input, signal })).documentId
  },
  deleteDocument: (params) => call(reports.deleteDocument, { params }),
  getInfo: (params, signal) => call(reports.info, { params, signal }),
  getPage: (params, pageNumber, signal) => call(reports.page, { params: { ...params, pageNumber }, signal }),
  // The file of a JSON export is read as JSON by its type.
  getFile: async (params, signal) => {
    const file: unknown = await call(reports.document, { params, signal })
    return file instanceof Blob ? file : new Blob([JSON.stringify(file)], { type: 'application/json' })
  },
}
