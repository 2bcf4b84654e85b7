import { useSyncExternalStore } from 'react'

/** The address below `#`, for pages outside the router: those before sign-in. */
const read = () => window.location.hash.slice(1) || '/'
const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
export const useHash = () => useSyncExternalStore(subscribe, read)

export function partsOf(hash: string): { path: string; query: URLSearchParams } {
  const [path = '/', query = ''] = hash.split('?', 2)
  return { path: path.replace(/(.)\/$/, '$1'), query: new URLSearchParams(query) }
}

/** The parameters when `path` is of the form `/{registrationType}/verifyregistration`, else null. */
export function matchPath(form: string, path: string): Record<string, string> | null {
  const formParts = form.split('/')
  const pathParts = path.split('/')
  if (formParts.length !== pathParts.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of formParts.entries()) {
    const text = pathParts[index] as string
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name && text) params[name] = decodeURIComponent(text)
    else if (part.toLowerCase() !== text.toLowerCase()) return null
  }
  return params
}

export const goToHash = (path: string, { replace = false }: { replace?: boolean } = {}) => {
  if (replace) window.location.replace(`#${path}`)
  else window.location.hash = path
}
