import { useEffect, useState } from 'react'

export type Question<Data> = {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isLoading: boolean
}
const NOTHING = { data: undefined, error: null, isLoading: false }

/** Asks once for each `key`, without the signed-in part's memory of answers; an empty key asks nothing. */
export function useAsked<Data>(key: string, ask: () => Promise<Data>): Question<Data> {
  const [answer, setAnswer] = useState<{ key: string } & Question<Data>>({ key: '', ...NOTHING })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked
  useEffect(() => {
    if (!key) return
    let isStale = false
    const tell = (given: Partial<Question<Data>>) => {
      if (!isStale) setAnswer({ ...NOTHING, key, ...given })
    }
    ask().then(
      (data) => tell({ data }),
      (error: Error) => tell({ error }),
    )
    return () => {
      isStale = true
    }
  }, [key])
  if (!key) return NOTHING
  return answer.key === key ? answer : { ...NOTHING, isLoading: true }
}

/** Things to choose among, as they come from the server. */
export type Choices = Question<readonly { readonly Id: string; readonly Name: string }[]>
