import type { z } from 'zod'
import type { Operation } from '#platform/operation.ts'
import type { Place } from './seed-fixtures.ts'

/**
 * The request of an operation at a place, valid enough to reach the rows. Without an input, a test sends an empty body or one
 * made from the schema.
 */
export type Example = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly input?: unknown
}
/** Parameters of the path are required in the example. */
type ExampleFor<Op> =
  Op extends Operation<infer P>
    ? Example &
        (Record<string, never> extends z.input<P> ? unknown : { readonly params: Readonly<Record<keyof z.input<P>, string>> })
    : never

/** The examples of a contract, one for each of its operations. */
export const examplesOf = <Contract extends Readonly<Record<string, Operation>>>(
  contract: Contract,
  examples: { readonly [Name in keyof Contract]: (place: Place) => ExampleFor<Contract[Name]> },
) => Object.entries(contract).map(([name, op]): [Operation, (place: Place) => Example] => [op, examples[name]!])

/** The example of an operation without parameters in its path. */
export const none = (): Example => ({})
