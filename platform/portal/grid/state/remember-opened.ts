import { MAX_OFFSET } from '#platform/wire.ts'
import { type OpenedPage, rememberPage, type Step } from '../../record/opened-list.ts'
import type { GridProps, Page } from '../grid-types.ts'
import { nextPage } from './paging.ts'

/** Where a page is: by its number, or behind a row. */
export type Place = { readonly page: number; readonly after?: string | undefined }
type Shown<Row> = {
  readonly at: Place
  readonly size: number
  readonly rows: Page<Row>
  readonly read: (place: Place) => Promise<Page<Row>>
}

/** Keeps the shown page for the records that are opened from it: their position, and the records before and after. */
export function rememberOpened<Row>(list: Pick<GridProps<Row, string>, 'id' | 'open'>, { at, size, rows, read }: Shown<Row>) {
  const { open } = list
  if (!open) return
  const pageAt = (page: Page<Row>, at: Place): OpenedPage => ({
    paths: page.Data.flatMap((row) => pathOf(open(row))),
    offset: (at.page - 1) * size,
    total: page.Total,
    totalIsAtLeast: page.TotalIsAtLeast ?? false,
    turn: async (step: Step) => {
      const to = step === 1 ? nextPage(page, { page: at.page, size }) : before(at, size)
      return to ? pageAt(await read(to), to) : null
    },
  })
  rememberPage(list.id, pageAt(rows, at))
}

/** The page before, which is reached by its number. */
const before = ({ page }: Place, size: number): Place | null =>
  page > 1 && (page - 2) * size <= MAX_OFFSET ? { page: page - 1 } : null

/** The path of an address without its search part. */
const pathOf = (address: string | null): string[] => (address ? [address.split('?', 1)[0] as string] : [])
