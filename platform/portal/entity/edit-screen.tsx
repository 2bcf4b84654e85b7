import type { ComponentType, ReactNode } from 'react'
import type { Entity } from '#platform/entity.ts'
import type { OperationReturning } from '#platform/operation.ts'
import { type Reading, useCall } from '../api/queries.ts'
import { Loaded } from '../feedback/Loaded.tsx'
import { usePathParams } from '../navigation/links.tsx'

/** `failure` is the title when loading fails, `reason` the text where the server gave none; general ones by default. */
type Options = Reading & {
  readonly failure?: string
  readonly reason?: string
  /** The query of the operation. */
  readonly query?: Readonly<Record<string, string>>
}

/** A screen that loads the record of its path and then shows `form`; another record gets a new form. */
export function editScreen<Data>(
  { param }: Pick<Entity, 'param'>,
  operation: OperationReturning<Data>,
  form: (data: Data) => ReactNode,
  { failure, reason, query: search, ...reading }: Options = {},
): ComponentType {
  return function EditScreen() {
    const params = usePathParams(param)
    const query = useCall(operation, { params, ...(search && { query: search }) }, reading)
    return (
      <Loaded query={query} failure={failure} reason={reason}>
        {(data) => <Keyed key={params[param]}>{form(data)}</Keyed>}
      </Loaded>
    )
  }
}

const Keyed = ({ children }: { children: ReactNode }) => children
