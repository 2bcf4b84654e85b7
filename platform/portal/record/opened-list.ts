/** A page of a list as records that are opened from it need it: where its rows lead, and the pages around it. */
export type OpenedPage = {
  /** The screens of its rows, in their order. */
  readonly paths: readonly string[]
  /** How many rows are before this page. */
  readonly offset: number
  readonly total: number
  readonly totalIsAtLeast: boolean
  /** Reads the page before or after; null at the end. */
  readonly turn: (step: Step) => Promise<OpenedPage | null>
}
/** To the next record or page, or to the one before. */
export type Step = 1 | -1

/** A record in the list that it was opened from. */
export type ListPosition = { readonly page: OpenedPage; readonly index: number }

/** The pages that lists have shown last, the latest first. */
const shown = new Map<string, OpenedPage>()

/** Keeps the page that a list shows, so that a record opened from it knows its neighbours. `list`: the list's id. */
export function rememberPage(list: string, page: OpenedPage): void {
  shown.delete(list)
  shown.set(list, page)
}

/** Where the record of a screen is in the list that showed it last; null when none did. */
export function positionOf(path: string): ListPosition | null {
  for (const page of [...shown.values()].reverse()) {
    const index = page.paths.indexOf(path)
    if (index >= 0) return { page, index }
  }
  return null
}

/** The screen of the record before or after; null at either end of the list. */
export async function neighbourOf({ page, index }: ListPosition, step: Step): Promise<string | null> {
  const here = page.paths[index + step]
  if (here !== undefined) return here
  const next = await page.turn(step)
  if (!next) return null
  for (const [list, known] of shown) if (known === page) rememberPage(list, next)
  return next.paths.at(step === 1 ? 0 : -1) ?? null
}

/** Whether there is a record before or after. */
export function hasNeighbour({ page, index }: ListPosition, step: Step): boolean {
  const position = page.offset + index + step
  return position >= 0 && (position < page.total || page.totalIsAtLeast)
}
