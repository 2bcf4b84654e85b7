import {
  keepPreviousData,
  onlineManager,
  type Query,
  QueryClient,
  type QueryKey,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type { Operation } from '#platform/operation.ts'
import { toast } from '../feedback/toast.tsx'
import { useAttempt } from '../feedback/use-attempt.ts'
import { useIdempotencyKey } from '../form/use-idempotency-key.ts'
import { type ArgsOf, send } from './call.ts'
import { CallError } from './call-error.ts'
import { onServerBack, watchConnection } from './connection.ts'

/** Any operation, for keys. */
export type AnyOperation = Pick<Operation, 'method' | 'path'>

/** Replies are cached per operation and input, so that a change can invalidate operations. */
export const queryKey = (operation: AnyOperation, args?: unknown): QueryKey =>
  args === undefined ? [`${operation.method} ${operation.path}`] : [`${operation.method} ${operation.path}`, args]

const FRESH_MS = 10_000
const RETRIES = 2

/** The cache of replies. While the connection is lost queries wait; when the server is back, all on the screen are read again. */
export function createQueryClient() {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Only transient failures are retried: no connection, or a busy server.
        retry: (count, error) => count < RETRIES && error instanceof CallError && (error.status === 0 || error.status === 503),
      },
    },
  })
  onlineManager.setEventListener((setOnline) => watchConnection((isLost) => setOnline(!isLost)))
  onServerBack(() => {
    onlineManager.setOnline(true)
    return client.invalidateQueries()
  })
  return client
}

/** When a query is read again. */
export type Reading = {
  /** False delays the query, for example until a property is chosen. */
  enabled?: boolean
  /** Refetches every so many ms while the page is visible. */
  every?: number
  /** How long a reply is fresh, in ms. */
  staleTime?: number
  /** Shows the reply to the last input until that to the present one is there, for example while one types. */
  keepsLast?: boolean
  /** How long a reply stays cached after its last use, in ms. */
  keptFor?: number
}

/** The options of React Query for an operation and its input. */
const queryOptionsOf = <P extends z.ZodType, Q extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<P, Q, I, O>,
  args?: ArgsOf<Operation<P, Q, I, O>>,
) => ({
  queryKey: queryKey(operation, args ?? {}),
  queryFn: ({ signal }: { signal: AbortSignal }) => send(operation, { ...args, signal }) as Promise<z.output<O>>,
})

/** Marks replies that are read again only when their operation is named, such as the signed-in user. */
const KEPT = { isKept: true }
const isOfScreens = ({ meta }: Query) => !meta?.isKept
/** Reads again what is on the screen, after a change that many screens may show. */
export const refreshScreen = (client: QueryClient) => client.invalidateQueries({ predicate: isOfScreens })
/** Lets other screens read again what they show when they are opened, after a change that many of them may show. */
export const refreshLater = (client: QueryClient) => client.invalidateQueries({ predicate: isOfScreens, refetchType: 'none' })

/** Reads an operation: `const vehicles = useCall(contract.options)`. Refetched when the input changes. */
export function useCall<P extends z.ZodType, Q extends z.ZodType, I extends z.ZodType, O extends z.ZodType, Chosen = z.output<O>>(
  operation: Operation<P, Q, I, O>,
  args?: ArgsOf<Operation<P, Q, I, O>>,
  { enabled = true, every, staleTime, keepsLast, keptFor, select }: Reading & { select?: (reply: z.output<O>) => Chosen } = {},
): UseQueryResult<Chosen, CallError> {
  return useQuery<z.output<O>, CallError, Chosen>({
    ...queryOptionsOf(operation, args),
    enabled,
    // A result is passed on to components that render later, so what has been read of it so far does not say what is needed.
    notifyOnChangeProps: 'all',
    ...(every !== undefined && { refetchInterval: every }),
    ...(staleTime !== undefined && { staleTime }),
    ...(staleTime === Number.POSITIVE_INFINITY && { meta: KEPT }),
    ...(keptFor !== undefined && { gcTime: keptFor }),
    ...(keepsLast && { placeholderData: keepPreviousData }),
    ...(select && { select }),
  })
}

/**
 * Changes something by an operation: `const remove = useChange(contract.remove, { refreshes: [contract.page] })`, then
 * `remove.mutate({ input: ids })`. A refusal becomes a toast under `title`. `refreshes` are refetched afterwards, and the change
 * is pending until they have replied: the screen does not offer it again for data that it does not show yet.
 */
export function useChange<P extends z.ZodType, Q extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<P, Q, I, O>,
  options: {
    refreshes?: readonly AnyOperation[]
    title?: string
    onDone?: (reply: z.output<O>, args: ArgsOf<Operation<P, Q, I, O>>) => void
    /** In addition to the toast, for a form that marks the field. */
    onRefused?: (error: unknown) => void
    /** The same change again after a missing reply is the same request: for what would be done twice. */
    isOnce?: boolean
  } = {},
) {
  const refresh = useRefresh()
  const { isUnderWay, attempt } = useAttempt()
  const keys = useIdempotencyKey()
  const mutate = (args: ArgsOf<Operation<P, Q, I, O>>) =>
    attempt(async () => {
      try {
        const key = options.isOnce && { idempotencyKey: keys.for(args, operation.path) }
        const reply = (await send(operation, { ...args, ...key })) as z.output<O>
        keys.renew()
        const refreshed = refresh(options.refreshes ?? [])
        options.onDone?.(reply, args)
        await refreshed
      } catch (error) {
        if (error instanceof CallError && !error.mayHaveBeenDone) keys.renew()
        options.onRefused?.(error)
        return toast.failure(error, options.title)
      }
    }, JSON.stringify(args))
  return { isPending: isUnderWay, mutate }
}

/**
 * Invalidates the replies of operations, so that visible screens refetch. With `readBefore` (ms since 1970) only the replies that came
 * before; a request under way then counts as later and is not repeated.
 */
export function useRefresh() {
  const client = useQueryClient()
  return (operations: readonly AnyOperation[], { readBefore }: { readBefore?: number | undefined } = {}) => {
    const older = readBefore && { predicate: ({ state }: Query) => state.dataUpdatedAt < readBefore }
    return Promise.all(
      operations.map((operation) =>
        client.invalidateQueries({ queryKey: queryKey(operation), ...older }, { cancelRefetch: !older }),
      ),
    )
  }
}
