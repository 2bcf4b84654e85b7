import { fileNameOf } from '../../parameters.ts'
import { t } from '../../viewer-messages.ts'
import { isGone, step, waitMs } from './failures.ts'
import type { DocumentIds, ServiceClient } from './service-client.ts'
import { INFO_POLL_MS } from './state.ts'
import { type Store, statusOf } from './store.ts'

type Flag = 'isExporting' | 'isPrinting'
type Deps = {
  readonly serviceClient: ServiceClient
  readonly store: Store
  /** Loads the report again when its document is gone. */
  readonly reload: () => Promise<void>
}

/** Makes files of the report as it is shown. */
export function fileMaker({ serviceClient, store, reload }: Deps) {
  const { read, update, fail } = store
  let filing: AbortController | null = null
  /** The document that is being made. */
  let unfinished: DocumentIds | null = null

  const drop = (ids: DocumentIds | null) => ids && serviceClient.deleteDocument(ids).catch(() => undefined)
  function ended(flag: Flag) {
    update({ [flag]: false })
    update({ status: statusOf(read()) })
  }

  async function contentOf(format: string, signal: AbortSignal): Promise<Blob> {
    const { ids, reportSource } = read()
    if (!ids || !reportSource) throw new Error(t('ErrorNoDocument').text)
    const failed = t('ErrorDocument', { report: reportSource.report, format })
    const document = { format, baseDocumentId: ids.documentId, useCache: true }
    const at = { ...ids, documentId: await step(failed, serviceClient.createDocument(ids, document)) }
    if (signal.aborted) void drop(at)
    signal.throwIfAborted()
    unfinished = at
    for (let began = Date.now(); !(await serviceClient.getInfo(at, signal)).documentReady; began = Date.now())
      await waitMs(INFO_POLL_MS - (Date.now() - began), signal)
    unfinished = null
    return serviceClient.getFile(at, signal)
  }

  /** The period is by default that of the parameters. */
  function nameOf(format: string): string {
    const { parameters, reportSource } = read()
    const values = Object.fromEntries(parameters.map(({ id, value }) => [id, value]))
    return fileNameOf(reportSource!.report, { ...values, ...reportSource!.parameterValues }, format.toLowerCase())
  }

  return {
    /** The file; null when it fails, is stopped, or another one is being made. */
    make: async (format: string, flag: Flag): Promise<{ name: string; content: Blob } | null> => {
      const { ids, reportSource, isExporting, isPrinting, phase } = read()
      if (!ids || !reportSource) {
        update({ error: t('ErrorNoDocument').text })
        return null
      }
      if (isExporting || isPrinting || phase === 'loading') return null
      filing = new AbortController()
      const { signal } = filing
      update({ [flag]: true, error: null })
      update({ status: statusOf(read()) })
      try {
        const content = await contentOf(format, signal).catch(async (error: unknown) => {
          if (signal.aborted || !isGone(error)) throw error
          await reload()
          signal.throwIfAborted()
          if (read().phase !== 'ready') throw error
          return contentOf(format, signal)
        })
        ended(flag)
        return { name: nameOf(format), content }
      } catch (error) {
        if (!signal.aborted) fail(error, { [flag]: false })
        else if (filing.signal === signal) ended(flag)
        return null
      }
    },
    stop: () => {
      filing?.abort()
      void drop(unfinished)
      unfinished = null
    },
  }
}
