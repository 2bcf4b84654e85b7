import { useState } from 'react'
import { pathTo, useSearchParams, useSetSearchParams } from '#platform/portal/links.tsx'

/** The search parameter that holds the package whose detail stands open. */
const PACKAGE = 'package'

/** The Package Viewer with a package's detail open. `search` keeps the rows that are looked at. */
export const openedPath = (packageId: string, search: Readonly<Record<string, string>> = {}) =>
  `${pathTo('/search')}?${new URLSearchParams({ ...search, [PACKAGE]: packageId })}`

/** Which package's detail stands open. It lives in the address, so it can be linked to, and Back closes it. */
export function useOpenedPackage() {
  const search = useSearchParams()
  const set = useSetSearchParams()
  const opened = search[PACKAGE]
  // The list is one step back only when the detail was opened from it; a link may have led here from anywhere.
  const [before, setBefore] = useState({ opened, listIsBehind: false })
  if (before.opened !== opened) setBefore({ opened, listIsBehind: before.opened === undefined })
  return {
    opened,
    pathOf: (packageId: string) => openedPath(packageId, search),
    close: () => (before.listIsBehind ? window.history.back() : void set({ [PACKAGE]: undefined })),
  }
}
