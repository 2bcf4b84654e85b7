import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Id, MessageText } from '#platform/wire.ts'
import { PARAMETER_TYPES } from './parameters.ts'

/** Longest name of a report, of a parameter and of an action, and most parameters and values of one. */
const MAX = { name: 100, parameters: 50, values: 2000, value: 200 } as const
/** Seconds without a request after which a client has expired. */
export const CLIENT_SECONDS = 1200
/** How long a request for a page or for the state of a document waits for news, in ms. */
export const HOLD_MS = 1500
/** Largest page number. */
const MAX_PAGE = 2_147_483_647

/** A date, number, text, truth value or nothing, as the viewer sends it. */
const Single = z.union([z.string().max(MAX.value), z.number(), z.boolean(), z.null()])
export const ParameterValues = z
  .record(z.string().max(MAX.name), z.union([Single, z.array(Single).max(MAX.values)]))
  .refine((values) => Object.keys(values).length <= MAX.parameters)
  .nullish()
  .transform((values) => values ?? {})
export type ParameterValues = z.output<typeof ParameterValues>
/** A report and the values of its parameters (spec 3 §3 "Report source"). */
const Source = z.object({ Report: z.string().trim().max(MAX.name).nullish(), ParameterValues })
/** With a parameter's id only that one is answered, with those of its values that have the text. */
export const ValueSearch = z.object({
  SearchParameter: z.string().max(MAX.name).nullish(),
  SearchText: z.string().max(MAX.value).nullish(),
})

export const Parameter = z.object({
  id: z.string(),
  name: z.string(),
  text: MessageText,
  type: z.enum(PARAMETER_TYPES),
  value: z.union([Single, z.array(Single)]),
  isVisible: z.boolean(),
  allowNull: z.boolean(),
  allowBlank: z.boolean(),
  multivalue: z.boolean(),
  availableValues: z.array(z.object({ name: z.string(), value: z.string() })).nullable(),
  /** More values exist than are offered. */
  hasMoreValues: z.boolean(),
  autoRefresh: z.boolean(),
  childParameters: z.array(z.string()),
  /** Why it cannot have its value. */
  Error: MessageText.nullable(),
})

export const PAGE_ACTIONS = [
  'sorting',
  'toggleVisibility',
  'navigateToReport',
  'navigateToUrl',
  'navigateToBookmark',
  'customAction',
] as const
const PageAction = z.object({
  Id: z.string(),
  Type: z.enum(PAGE_ACTIONS),
  /** Sorting: the direction that follows; a report with its parameters; a bookmark's page and id. */
  Value: z.record(z.string(), z.unknown()).nullable(),
})
const Bookmark = z.object({ id: z.string(), text: z.string(), page: z.int() })

const ofClient = z.object({ clientId: Id })
const ofInstance = ofClient.extend({ instanceId: Id })
const ofDocument = ofInstance.extend({ documentId: Id })
const reads = ['OrganisationReport', 'PropertyReport'] as const
const line = { permission: reads } as const

/** The report service (spec 3 §7 "Report service"; decision "Reports"): names are those of its protocol. */
export const reports = {
  register: operation('POST', '/reports/clients', {
    ...line,
    summary: 'Registers a viewer',
    input: z.object({ TimeStamp: z.union([z.string(), z.number()]).nullish() }),
    output: z.object({ clientId: z.string() }),
  }),
  sessionTimeout: operation('GET', '/reports/clients/sessionTimeout', {
    ...line,
    summary: 'How long a client is kept without a request, in seconds',
    output: z.object({ clientSessionTimeout: z.int() }),
  }),
  keepAlive: operation('POST', '/reports/clients/keepAlive/{clientId}', {
    ...line,
    summary: 'Keeps a client',
    params: ofClient,
    output: z.object({}),
  }),
  unregister: operation('DELETE', '/reports/clients/{clientId}', {
    ...line,
    summary: 'Deletes a client with its reports',
    params: ofClient,
    output: z.object({}),
  }),
  parameters: operation('POST', '/reports/clients/{clientId}/parameters', {
    ...line,
    summary: 'The parameters of a report, with the values that it can have',
    reads: true,
    params: ofClient,
    input: Source.extend(ValueSearch.shape),
    output: z.array(Parameter),
  }),
  createInstance: operation('POST', '/reports/clients/{clientId}/instances', {
    ...line,
    summary: 'Creates an instance of a report with values of its parameters',
    params: ofClient,
    input: Source,
    output: z.object({ instanceId: z.string() }),
  }),
  deleteInstance: operation('DELETE', '/reports/clients/{clientId}/instances/{instanceId}', {
    ...line,
    summary: 'Deletes an instance with its documents',
    params: ofInstance,
    output: z.object({}),
  }),
  createDocument: operation('POST', '/reports/clients/{clientId}/instances/{instanceId}/documents', {
    ...line,
    summary: 'Begins a document of an instance in a format; changed by an action of a page of another document',
    params: ofInstance,
    input: z.object({
      Format: z.string().trim().max(MAX.name),
      DeviceInfo: z.record(z.string(), z.unknown()).nullish(),
      UseCache: z.boolean().nullish(),
      BaseDocumentID: Id.nullish().or(z.literal('')),
      ActionID: z.string().max(300).nullish(),
    }),
    output: z.object({ documentId: z.string() }),
  }),
  deleteDocument: operation('DELETE', '/reports/clients/{clientId}/instances/{instanceId}/documents/{documentId}', {
    ...line,
    summary: 'Deletes a document; one that is not ready is cancelled',
    params: ofDocument,
    output: z.object({}),
  }),
  info: operation('GET', '/reports/clients/{clientId}/instances/{instanceId}/documents/{documentId}/info', {
    ...line,
    summary: 'The state of a document; waits a moment for a change',
    params: ofDocument,
    output: z.object({
      documentReady: z.boolean(),
      pageCount: z.int(),
      documentMapAvailable: z.boolean(),
      bookmarkNodes: z.array(Bookmark),
      documentMapNodes: z.array(Bookmark),
    }),
  }),
  page: operation('GET', '/reports/clients/{clientId}/instances/{instanceId}/documents/{documentId}/pages/{pageNumber}', {
    ...line,
    summary: 'A page of a document; waits a moment until it is ready',
    params: ofDocument.extend({ pageNumber: z.coerce.number().pipe(z.int().min(1).max(MAX_PAGE)) }),
    output: z.object({
      pageReady: z.boolean(),
      pageNumber: z.int(),
      pageContent: z.string(),
      pageStyles: z.string(),
      pageActions: z.array(PageAction),
    }),
  }),
  document: operation('GET', '/reports/clients/{clientId}/instances/{instanceId}/documents/{documentId}', {
    ...line,
    summary: 'The file of a document, to save or to show in the browser',
    params: ofDocument,
    query: z.object({ Disposition: z.enum(['attachment', 'inline']).default('attachment') }),
    output: z.string(),
  }),
  templates: operation('GET', '/reports/resources/templates', {
    access: 'public',
    summary: 'The layout of the report viewer: an HTML document of named areas',
    output: z.string(),
  }),
  templateOrigins: operation('GET', '/reports/resources/templates/origins', {
    ...line,
    summary: 'The origins that another layout of the report viewer may have',
    output: z.array(z.string()),
  }),
  formats: operation('GET', '/reports/formats', {
    ...line,
    summary: 'The formats in which a report can be exported',
    output: z.array(z.object({ name: z.string(), localizedName: z.string() })),
  }),
}
export type PageAction = z.output<typeof PageAction>
export type Bookmark = z.output<typeof Bookmark>
/** As the server returns it, before its text is translated. */
export type ReportParameter = z.input<typeof Parameter>
