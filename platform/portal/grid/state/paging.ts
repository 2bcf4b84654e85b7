import { MAX_OFFSET } from '#platform/wire.ts'
import type { Page } from '../grid-types.ts'

type PagePosition = { readonly page: number; readonly size: number }

/** The next page: by number within the offset limit, by cursor beyond; null at the end. */
export function nextPage(page: Page<unknown>, at: PagePosition): { page: number; after: string | undefined } | null {
  const seen = (at.page - 1) * at.size + page.Data.length
  const more = page.TotalIsAtLeast ? Boolean(page.After) : seen < page.Total
  if (!more || page.Data.length === 0) return null
  if (at.page * at.size < MAX_OFFSET) return { page: at.page + 1, after: undefined }
  return page.After ? { page: at.page + 1, after: page.After } : null
}
