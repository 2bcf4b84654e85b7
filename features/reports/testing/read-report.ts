import type { TestServer } from '#apps/server/testing/server.ts'
import { reports } from '../contract.ts'
import type { ReportName } from '../reports.ts'

export type Row = Record<string, string | number | null>
type Source = { readonly report: ReportName; readonly values?: object; readonly token: string }

/** Opens a document of a report in a format; `more` are further members of its request. */
export async function openDocument(server: TestServer, { report, values = {}, token }: Source, format: string) {
  const clientId = (await server.ask(reports.register, { token, input: {} })).body.clientId as string
  const input = { Report: report, ParameterValues: values }
  const { instanceId } = (await server.ask(reports.createInstance, { token, params: { clientId }, input })).body
  const ids = { clientId, instanceId: instanceId as string }
  const create = async (more: object) => {
    const document = await server.ask(reports.createDocument, { token, params: ids, input: { Format: format, ...more } })
    await server.work()
    return { ...ids, documentId: document.body.documentId as string }
  }
  const params = await create({})
  return { params, another: (more: object) => create({ BaseDocumentID: params.documentId, ...more }) }
}

/** The rows of a report's tables, read from its JSON file; sorted by an action as the viewer sends it. */
export async function rowsOf(server: TestServer, source: Source, sort?: string): Promise<Row[][]> {
  const { token } = source
  const { params, another } = await openDocument(server, source, 'JSON')
  const shown = sort ? await another({ ActionID: `sort:${sort}` }) : params
  const { body } = await server.ask(reports.document, { token, params: shown })
  return (body as { tables: { rows: Row[] }[] }).tables.map(({ rows }) => rows)
}

/** The links of a report's first page to other reports, with the values of their parameters. */
export async function linksOf(server: TestServer, source: Source) {
  const { params } = await openDocument(server, source, 'HTML5Interactive')
  const { body } = await server.ask(reports.page, { token: source.token, params: { ...params, pageNumber: '1' } })
  const actions = body.pageActions as { Type: string; Value: { report: ReportName; parameterValues: Record<string, string> } }[]
  return actions.filter(({ Type }) => Type === 'navigateToReport').map(({ Value }) => Value)
}
