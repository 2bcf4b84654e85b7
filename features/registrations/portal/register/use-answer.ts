import { useEffect, useEffectEvent, useState } from 'react'

export type Answer<Data> = {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isLoading: boolean
}
const IDLE = { data: undefined, error: null, isLoading: false }

/** Calls `fetchData` once for each `key`, without the query cache of the signed-in part; an empty key calls nothing. */
export function useAnswer<Data>(key: string, fetchData: () => Promise<Data>): Answer<Data> {
  const [answer, setAnswer] = useState<{ key: string } & Answer<Data>>({ key: '', ...IDLE })
  const fetchLatest = useEffectEvent(fetchData)
  useEffect(() => {
    if (!key) return
    let isStale = false
    const update = (change: Partial<Answer<Data>>) => {
      if (!isStale) setAnswer({ ...IDLE, key, ...change })
    }
    fetchLatest().then(
      (data) => update({ data }),
      (error: Error) => update({ error }),
    )
    return () => {
      isStale = true
    }
  }, [key])
  if (!key) return IDLE
  return answer.key === key ? answer : { ...IDLE, isLoading: true }
}

/** Choices loaded from the server. */
export type Choices = Answer<readonly { readonly Id: string; readonly Name: string }[]>
