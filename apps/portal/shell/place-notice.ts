import { createStore } from '#platform/portal/ui/store.ts'

/** Why the requested address did not open, and the path of the screen that opened instead. */
export type PlaceNotice = { readonly text: string; readonly at: string }

/** Shown above that screen until one leaves or closes it. */
export const placeNotice = createStore<PlaceNotice | null>(null)
