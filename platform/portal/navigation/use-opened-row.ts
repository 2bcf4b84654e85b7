import { useState } from 'react'
import { useSearchParams, useSetSearchParams } from './links.tsx'

/**
 * The row of a list with its detail open; `parameter` is the search parameter with its id. It is part of the address, so that
 * it can be linked to and Back closes it.
 */
export function useOpenedRow(parameter: string) {
  const search = useSearchParams()
  const set = useSetSearchParams()
  const opened = search[parameter]
  const [before, setBefore] = useState<Before>({ opened, last: opened, listIsBehind: false })
  if (before.opened !== opened) {
    setBefore({ opened, last: opened ?? before.last, listIsBehind: before.opened === undefined })
  }
  return {
    opened,
    /** The open row, or the last one, which is visible while the drawer closes. */
    last: before.last,
    /** The address of the list, with its filters, and this row open. */
    pathOf: (list: string, id: string) => `${list}?${new URLSearchParams({ ...search, [parameter]: id })}`,
    close: () => (before.listIsBehind ? window.history.back() : void set({ [parameter]: undefined })),
  }
}

type Before = {
  opened: string | undefined
  last: string | undefined
  /** The list is one step back in the history only if the detail was opened from it, not from a link. */
  listIsBehind: boolean
}
