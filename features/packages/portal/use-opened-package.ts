import { useState } from 'react'
import { pathTo, useSearchParams, useSetSearchParams } from '#platform/portal/navigation/links.tsx'

/** The search parameter with the id of the open package. */
const PACKAGE = 'package'

/** The address of the Package Viewer with a package's detail open. `search` keeps the list's filters. */
export const openedPath = (packageId: string, search: Readonly<Record<string, string>> = {}) =>
  `${pathTo('/search')}?${new URLSearchParams({ ...search, [PACKAGE]: packageId })}`

/** The package with its detail open. It is part of the address, so that it can be linked to and Back closes it. */
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
    /** The open package, or the last one, which is visible while the drawer closes. */
    last: before.last,
    pathOf: (packageId: string) => openedPath(packageId, search),
    close: () => (before.listIsBehind ? window.history.back() : void set({ [PACKAGE]: undefined })),
  }
}

type Before = {
  opened: string | undefined
  last: string | undefined
  /** The list is one step back in the history only if the detail was opened from it, not from a link. */
  listIsBehind: boolean
}
