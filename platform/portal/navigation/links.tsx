import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, createContext, type MouseEvent, use, useEffect, useEffectEvent } from 'react'
import { fillPath } from '../api/call.ts'

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Params<Path extends string> = [Names<Path>] extends [never] ? [] : [params: Record<Names<Path>, string>]

/** The address of a screen: `pathTo('/vehicle/{vehicleId}/edit', { vehicleId })`. */
export const pathTo = <Path extends string>(path: Path, ...[params]: Params<Path>) => fillPath(path, params)

/** The spec writes `{name}`, the router `$name`. */
export const routerPath = (path: string) => path.replace(/\{(\w+)\}/g, '$$$1')

/** The last search part of each screen, with filters and page. */
const left = new Map<string, string>()
export const rememberLeft = (pathname: string, href: string) => left.set(pathname, href)
/** A list's address with its last filters and page. */
export const leftAddress = (path: string): string => left.get(path) ?? path

/**
 * Navigates to a screen: `const go = useGo()`, then `go(pathTo(…))`. A path may have its `?search`; `asLeft` restores the last
 * filters and page of a list.
 */
export function useGo() {
  const { history } = useRouter()
  return (path: string, { replace = false, asLeft = false }: { replace?: boolean; asLeft?: boolean } = {}) => {
    const to = asLeft ? leftAddress(path) : path
    if (replace) history.replace(to)
    else history.push(to)
  }
}

/** Runs a callback at each change of screen, for example to close what floats over the screen. */
export function useLeaving(onLeaving: () => void): void {
  const router = useRouter()
  const leave = useEffectEvent(onLeaving)
  useEffect(() => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && leave()), [router])
}

/** The parameters of the screen's path: `const { vehicleId } = usePathParams('vehicleId')`. */
export function usePathParams<Name extends string>(..._names: Name[]): Record<Name, string> {
  return useParams({ strict: false }) as Record<Name, string>
}

/** The search part of the address: all texts. */
export type SearchParams = Readonly<Record<string, string>>
export const useSearchParams = () => useSearch({ strict: false }) as SearchParams

/** Changes the search part in place; undefined removes a name. */
export function useSetSearchParams() {
  const navigate = useNavigate()
  return (change: Readonly<Record<string, string | undefined>>, { replace = true }: { replace?: boolean } = {}) => {
    const search = (before: Record<string, string>) =>
      Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined && value !== ''))
    return navigate({ to: '.', search: search as never, replace })
  }
}

/** Whether the Tab key reaches the links inside; in a grid only those of the active cell. */
export const TabReachesLinks = createContext(true)

/** A link to a screen: a real link that can be opened in a new tab; preloads the screen's code on hover. */
export function ScreenLink({ to, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) {
  const router = useRouter()
  const tabIndex = use(TabReachesLinks) ? undefined : -1
  const preload = () => void router.preloadRoute({ to } as never).catch(() => undefined)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(to)
  }
  return <a tabIndex={tabIndex} {...rest} href={`#${to}`} onClick={follow} onMouseEnter={preload} onFocus={preload} />
}
