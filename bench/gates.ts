/** One measured ratio and the bound it must keep. */
export type Gate = {
  readonly name: string
  readonly ratio: number
  readonly bound: { readonly atLeast: number } | { readonly atMost: number }
  readonly figures: string
}

export const holds = ({ ratio, bound }: Gate) => ('atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost)
const shown = (n: number) => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2))

/** Prints the gates as a table; returns whether all hold. */
export function report(gates: readonly Gate[], print: (line: string) => void): boolean {
  for (const gate of gates) {
    const bound = 'atLeast' in gate.bound ? `≥ ${gate.bound.atLeast}` : `≤ ${gate.bound.atMost}`
    print(`${holds(gate) ? 'ok  ' : 'MISS'}  ${shown(gate.ratio).padStart(8)}  (${bound})  ${gate.name} — ${gate.figures}`)
  }
  const missed = gates.filter((gate) => !holds(gate)).length
  print(missed ? `${missed} of ${gates.length} gates missed` : `all ${gates.length} gates kept`)
  return missed === 0
}
