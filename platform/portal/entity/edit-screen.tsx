import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { Entity } from '#platform/entity.ts'
import type { Operation } from '#platform/operation.ts'
import { useCall } from '../api/queries.ts'
import { Loaded } from '../feedback/Loaded.tsx'
import { usePathParams } from '../navigation/links.tsx'

type Options = {
  /** The title when loading fails; a general one by default. */
  readonly failure?: string
  /** Reloads every so many ms. */
  readonly every?: number
}

/** A screen that loads the record of its path and then shows `form`; another record gets a new form. */
export function editScreen<O extends z.ZodType>(
  { param }: Entity,
  // biome-ignore lint/suspicious/noExplicitAny: only the reply's type matters here
  operation: Operation<any, any, any, O>,
  form: (data: z.output<O>) => ReactNode,
  { failure, every }: Options = {},
): ComponentType {
  return function EditScreen() {
    const params = usePathParams(param)
    const query = useCall(operation, { params } as never, every === undefined ? {} : { every })
    return (
      <Loaded query={query} failure={failure}>
        {(data) => <Keyed key={params[param]}>{form(data as z.output<O>)}</Keyed>}
      </Loaded>
    )
  }
}

const Keyed = ({ children }: { children: ReactNode }) => children
