import type { OutputOf } from '#platform/operation.ts'
import type { ParameterValues, reports } from '../../../contract.ts'

/** A report with the values of its parameters; those that are missing have their defaults (spec 3 §3). */
export type ReportSource = { readonly report: string; readonly parameterValues: ParameterValues }
export type Parameter = OutputOf<typeof reports.parameters>[number]
export type Info = OutputOf<typeof reports.info>
export type Page = OutputOf<typeof reports.page>
export type ExportFormat = OutputOf<typeof reports.formats>[number]
export type InstanceIds = { readonly clientId: string; readonly instanceId: string }
export type DocumentIds = InstanceIds & { readonly documentId: string }
/** Looks for values of one parameter's list. */
export type ValueSearch = { readonly id: string; readonly text: string }
export type NewDocument = {
  readonly format: string
  readonly useCache?: boolean
  readonly baseDocumentId?: string
  readonly actionId?: string
}

/**
 * The report service as the viewer calls it (spec 3 §7). A refusal is an error with the server's message and, where the service
 * has a name for it, a `code`. Deletions are sent also while the page is being left.
 */
export type ServiceClient = {
  readonly registerClient: () => Promise<string>
  readonly deleteClient: (clientId: string) => Promise<unknown>
  /** Seconds without a call after which a client expires. */
  readonly getSessionTimeout: () => Promise<number>
  readonly keepAlive: (clientId: string) => Promise<unknown>
  readonly getFormats: () => Promise<readonly ExportFormat[]>
  /** All parameters, or the one whose values are looked for. */
  readonly getParameters: (
    clientId: string,
    source: ReportSource,
    signal: AbortSignal,
    search?: ValueSearch,
  ) => Promise<readonly Parameter[]>
  readonly createInstance: (clientId: string, source: ReportSource, signal: AbortSignal) => Promise<string>
  readonly deleteInstance: (at: InstanceIds) => Promise<unknown>
  /** Not cancelled: only who knows the id of a document can delete it. */
  readonly createDocument: (at: InstanceIds, document: NewDocument) => Promise<string>
  readonly deleteDocument: (at: DocumentIds) => Promise<unknown>
  readonly getInfo: (at: DocumentIds, signal: AbortSignal) => Promise<Info>
  readonly getPage: (at: DocumentIds, pageNumber: number, signal: AbortSignal) => Promise<Page>
  readonly getFile: (at: DocumentIds, signal: AbortSignal) => Promise<Blob>
}
