import type { DocumentIds, ServiceClient } from '../client/service-client.ts'
import { isGone } from '../state/failures.ts'
import { failed } from '../state/reducer.ts'
import type { ViewerState } from '../state/state.ts'
import type { Store } from '../state/store.ts'
import type { Pages } from './page-cache.ts'
import type { Requests } from './requests.ts'

/** What the work of a viewer has in common. */
export type Context = Store & {
  readonly service: ServiceClient
  readonly requests: Requests
  /** Loads the present report at its page. */
  readonly reload: () => Promise<void>
  /** Those of the document that is shown. */
  pages: Pages | null
  /** One registration at a time. */
  registering: Promise<string> | null
  /** Documents are begun one after the other, each when the one before it is known and, if it was cancelled, deleted. */
  creating: Promise<unknown>
  /** The unfinished document that the next one is made of; it is deleted afterwards. */
  base: DocumentIds | null
  /** The document of the file that is being made. */
  unfinishedFile: DocumentIds | null
}

/** Deletes a document that nobody waits for. */
export const drop = ({ service }: Context, ids: DocumentIds) => service.deleteDocument(ids).catch(() => undefined)

/** Shows a failure; a document that the service has deleted meanwhile is made again. */
export function failOrReload(
  { read, update, reload }: Context,
  error: unknown,
  { ids, change }: { ids: DocumentIds | null; change?: Partial<ViewerState> },
): void {
  if (!isGone(error)) update(failed(error, change))
  // Another page may have found out already.
  else if (read().phase !== 'loading' && read().ids?.documentId === ids?.documentId) void reload()
}
