import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '../../api/call.ts'
import type { CallError } from '../../api/call-error.ts'
import { queryKey } from '../../api/queries.ts'
import { useViewer } from '../../session/viewer.tsx'
import type { GridProps, Page } from '../grid-types.ts'
import type { Place } from './remember-opened.ts'
import type { GridState } from './use-grid-state.ts'

type Query = Record<string, unknown>

/** The query of a grid without its page: filters, fixed parts, sort, organisation. */
export function useGridQuery<Row, Sort extends string>(props: GridProps<Row, Sort>, state: GridState): Query {
  const { organisation } = useViewer()
  const filters = (props.filters ?? []).flatMap(({ name, kind, toInput }): [string, unknown][] => {
    const value = state.values[name]
    if (value === undefined) return []
    const convert = toInput ?? ((text: string) => text)
    return [[name, kind === 'choices' ? value.split(',').map(convert) : convert(value)]]
  })
  return {
    ...props.fixed,
    ...Object.fromEntries(filters),
    ...(state.sort && { SortColumn: state.sort.column, SortDirectionText: state.sort.direction }),
    OrganisationId: organisation.id,
  }
}

/** Requests one page. */
export async function askPage<Row, Sort extends string>(props: GridProps<Row, Sort>, query: Query, signal?: AbortSignal) {
  const reply = await send(props.operation, { input: query, params: props.params, signal })
  return props.pageOfReply ? props.pageOfReply(reply) : (reply as Page<Row>)
}

const pageOf = <Row>(rows: Row[]): Page<Row> => ({ Data: rows, Total: rows.length })

/** The current page; the previous one is shown until it has loaded. Records that are opened from it know their neighbours. */
export function useGridRows<Row, Sort extends string>(props: GridProps<Row, Sort>, state: GridState) {
  const list = useGridQuery(props, state)
  const placed = ({ page, after }: Place) => ({ ...list, PageIndex: page, PageSize: state.size, ...(after && { After: after }) })
  const { whole } = props
  const query = whole
    ? { ...props.fixed, OrganisationId: list.OrganisationId, PageIndex: 1, PageSize: state.size }
    : placed(state)
  const rows = useQuery<Page<Row>, CallError>({
    // The key of `useCall`: who reads the rows of a whole list beside it shares its request.
    queryKey: queryKey(props.operation, { input: query, ...(props.params && { params: props.params }) }),
    queryFn: ({ signal }) => askPage(props, query, signal),
    placeholderData: keepPreviousData,
    ...(whole && { select: (page) => pageOf(whole(page.Data, list)) }),
    ...(props.every && { refetchInterval: props.every }),
  })
  useEffect(() => {
    const { data, isPlaceholderData } = rows
    if (!props.open || !data || isPlaceholderData) return
    const at = { page: state.page, after: state.after }
    const read = (place: Place) => askPage(props, placed(place))
    // Not part of the first list. Without it, records have no neighbours.
    import('./remember-opened.ts').then(
      ({ rememberOpened }) => rememberOpened(props, { at, size: state.size, rows: data, read }),
      () => {},
    )
  })
  return rows
}
