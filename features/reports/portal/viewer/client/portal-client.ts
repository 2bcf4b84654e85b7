import { call, callForFile } from '#platform/portal/api/call.ts'
import { workingOrganisation } from '#platform/portal/session/access.ts'
import { reports } from '../../../contract.ts'
import type { ReportSource, ServiceClient, ValueSearch } from './service-client.ts'

const sourceOf = ({ report, parameterValues }: ReportSource, search?: ValueSearch) => ({
  ...{ Report: report, ParameterValues: parameterValues },
  ...(search && { SearchParameter: search.id, SearchText: search.text }),
})

/**
 * The report service of the portal's own server, as the signed-in user in the organisation that is selected now: what is left behind
 * by a switch is deleted in its own organisation.
 */
export function portalClient(): ServiceClient {
  const of = { organisation: workingOrganisation.read() }
  const background = { ...of, isBackground: true }
  const leaving = { ...background, keepalive: true }
  return {
    registerClient: async () => (await call(reports.register, { ...of, input: { TimeStamp: Date.now() } })).clientId,
    deleteClient: (clientId) => call(reports.unregister, { ...leaving, params: { clientId } }),
    getSessionTimeout: async () => (await call(reports.sessionTimeout, background)).clientSessionTimeout,
    keepAlive: (clientId) => call(reports.keepAlive, { ...background, params: { clientId } }),
    getFormats: () => call(reports.formats, of),
    getParameters: (clientId, source, signal, search) =>
      call(reports.parameters, { ...of, params: { clientId }, input: sourceOf(source, search), signal }),
    createInstance: async (clientId, source, signal) =>
      (await call(reports.createInstance, { ...of, params: { clientId }, input: sourceOf(source), signal })).instanceId,
    deleteInstance: (params) => call(reports.deleteInstance, { ...leaving, params }),
    createDocument: async (params, { format, useCache, baseDocumentId, actionId }) => {
      const input = { Format: format, UseCache: useCache, BaseDocumentID: baseDocumentId, ActionID: actionId }
      return (await call(reports.createDocument, { ...of, params, input })).documentId
    },
    deleteDocument: (params) => call(reports.deleteDocument, { ...leaving, params }),
    getInfo: (params, signal) => call(reports.info, { ...of, params, signal }),
    getPage: (params, pageNumber, signal) => call(reports.page, { ...of, params: { ...params, pageNumber }, signal }),
    getFile: (params, signal) => callForFile(reports.document, { ...of, params, signal }),
  }
}
