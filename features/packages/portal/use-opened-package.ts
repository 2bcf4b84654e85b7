import { useState } from 'react'
import { pathTo, useSearchParams, useSetSearchParams } from '#platform/portal/navigation/links.tsx'

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
  const [before, setBefore] = useState<Before>({ opened, last: opened, listIsBehind: false })
  if (before.opened !== opened) {
    setBefore({ opened, last: opened ?? before.last, listIsBehind: before.opened === undefined })
  }
  return {
    opened,
    /** The one that is open or was open last: what is seen of it while it closes. */
    last: before.last,
    pathOf: (packageId: string) => openedPath(packageId, search),
    close: () => (before.listIsBehind ? window.history.back() : void set({ [PACKAGE]: undefined })),
  }
}

type Before = {
  opened: string | undefined
  last: string | undefined
  /** The list is one step back only when the detail was opened from it; a link may have led here from anywhere. */
  listIsBehind: boolean
}
