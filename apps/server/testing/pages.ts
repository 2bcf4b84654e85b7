type Page<Row> = { readonly Data: readonly Row[]; readonly After?: string | null }

/** The rows of a paged list, one page after the other by its cursor alone. */
export async function rowsByCursor<Row>(page: (After: string | null) => Promise<Page<Row>>): Promise<Row[]> {
  const found: Row[] = []
  let After: string | null = null
  do {
    const next: Page<Row> = await page(After)
    found.push(...next.Data)
    After = next.After ?? null
  } while (After)
  return found
}
