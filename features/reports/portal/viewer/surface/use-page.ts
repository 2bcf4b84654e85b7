import { useEffect, useState } from 'react'
import type { Page } from '../client/service-client.ts'
import type { Controller } from '../controller.ts'

/** A page of the document that is shown; null until it is there. `documentId` names the document. */
export function usePage(controller: Controller, documentId: string | undefined, pageNumber: number): Page | null {
  const [page, setPage] = useState<Page | null>(null)
  useEffect(() => {
    const ended = new AbortController()
    setPage(null)
    if (documentId) void controller.readPage(pageNumber, ended.signal).then((one) => ended.signal.aborted || setPage(one))
    return () => ended.abort()
  }, [controller, documentId, pageNumber])
  return page
}
