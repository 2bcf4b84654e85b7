import { useEffect } from 'react'
import type { CallError } from '#platform/portal/api/call-error.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'

/** Tells once that something could not be loaded, and again only after it could (spec 1 §8 "Dashboard"). */
export function useToldFailure({ error, isError }: { error: CallError | null; isError: boolean }, title: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next failure of the same trouble is no news
  useEffect(() => {
    // When nothing can be reached everything fails for one reason, which is told once.
    if (isError) toast.failure(error, error?.status === 0 ? undefined : title)
  }, [isError])
}
