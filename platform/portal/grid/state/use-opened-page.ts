import { useEffect } from 'react'
import { MAX_OFFSET } from '#platform/wire.ts'
import { type OpenedPage, rememberPage, type Step } from '../../record/opened-list.ts'
import type { GridProps, Page } from '../grid-types.ts'
import { nextPage } from './paging.ts'
import { askPage, useGridQuery } from './use-grid-rows.ts'
import type { GridState } from './use-grid-state.ts'

type Position = { readonly page: number; readonly after?: string | undefined }

/** Keeps the shown page for the records that are opened from it: their position, and the records before and after. */
export function useOpenedPage<Row, Sort extends string>(
  props: GridProps<Row, Sort>,
  state: GridState,
  page: Page<Row> | undefined,
): void {
  const query = useGridQuery(props, state)
  const { open } = props
  useEffect(() => {
    if (!open || !page) return
    const read = async (at: Position): Promise<OpenedPage> => {
      const place = { PageIndex: at.page, PageSize: state.size, ...(at.after && { After: at.after }) }
      return pageAt(await askPage(props, { ...query, ...place }), at)
    }
    const pageAt = (rows: Page<Row>, at: Position): OpenedPage => ({
      paths: rows.Data.flatMap((row) => pathOf(open(row))),
      offset: (at.page - 1) * state.size,
      total: rows.Total,
      totalIsAtLeast: rows.TotalIsAtLeast ?? false,
      turn: async (step: Step) => {
        const to = step === 1 ? nextPage(rows, { page: at.page, size: state.size }) : before(at, state.size)
        return to ? read(to) : null
      },
    })
    rememberPage(props.id, pageAt(page, state))
  })
}

/** The page before, which is reached by its number. */
const before = ({ page }: Position, size: number): Position | null =>
  page > 1 && (page - 2) * size <= MAX_OFFSET ? { page: page - 1 } : null

/** The path of an address without its search part. */
const pathOf = (address: string | null): string[] => (address ? [address.split('?', 1)[0] as string] : [])
