import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loadCode } from './load-code.ts'

/**
 * A component whose code is fetched when it is first shown; until then `meanwhile` is shown. It appears as soon as it is
 * loaded, while React.lazy waits at least 300 ms after its fallback. A failed fetch is thrown to the error boundary.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined
  return function Later(props) {
    const [failure, setFailure] = useState<{ error: unknown }>()
    const [, setArrived] = useState(Loaded !== undefined)
    useEffect(() => {
      if (Loaded) return
      let isShown = true
      loadCode(load).then(
        (module) => {
          Loaded = module.default
          if (isShown) setArrived(true)
        },
        (error: unknown) => isShown && setFailure({ error }),
      )
      return () => {
        isShown = false
      }
    }, [])
    if (failure) throw failure.error
    return Loaded ? <Loaded {...props} /> : meanwhile
  }
}
