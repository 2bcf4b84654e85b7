import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { Entity } from '#platform/entity.ts'
import type { Operation } from '#platform/operation.ts'
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
export function editScreen<O extends z.ZodType>(
  { param }: Pick<Entity, 'param'>,
  // biome-ignore lint/suspicious/noExplicitAny: only the reply's type matters here
  operation: Operation<any, any, any, O>,
  form: (data: z.output<O>) => ReactNode,
  { failure, reason, query: search, ...reading }: Options = {},
): ComponentType {
  return function EditScreen() {
    const params = usePathParams(param)
    const query = useCall(operation, { params, ...(search && { query: search }) } as never, reading)
    return (
      <Loaded query={query} failure={failure} reason={reason}>
        {(data) => <Keyed key={params[param]}>{form(data as z.output<O>)}</Keyed>}
      </Loaded>
    )
  }
}

const Keyed = ({ children }: { children: ReactNode }) => children
