/** One measured ratio and the bound it must keep. */
export type Gate = {
  readonly name: string
  readonly ratio: number
  readonly bound: { readonly atLeast: number } | { readonly atMost: number }
  readonly figures: string
}
/** The result of a measure: its gates, or the reason why it has none. */
export type Outcome = { readonly measure: string; readonly gates: readonly Gate[]; readonly failure?: string }

const holds = ({ ratio, bound }: Gate) => ('atLeast' in bound ? ratio >= bound.atLeast : ratio <= bound.atMost)
const shown = (n: number) => (n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2))

function lineOf(gate: Gate): string {
  const bound = 'atLeast' in gate.bound ? `≥ ${gate.bound.atLeast}` : `≤ ${gate.bound.atMost}`
  return `${holds(gate) ? 'ok  ' : 'MISS'}  ${shown(gate.ratio).padStart(8)}  (${bound})  ${gate.name} — ${gate.figures}`
}

/** The gates of a measure as a table, or its failure. */
export const linesOf = ({ measure, gates, failure }: Outcome): string[] =>
  failure === undefined ? gates.map(lineOf) : [`FAIL  ${measure} — ${failure}`]

/** The closing lines: every gate that was missed and every measure that failed again, and their numbers. */
export function closingLines(outcomes: readonly Outcome[]): string[] {
  const gates = outcomes.flatMap((outcome) => outcome.gates)
  const missed = gates.filter((gate) => !holds(gate))
  const failed = outcomes.filter(({ failure }) => failure !== undefined)
  return [
    ...missed.map(lineOf),
    ...failed.flatMap(linesOf),
    missed.length ? `${missed.length} of ${gates.length} gates missed` : `all ${gates.length} gates kept`,
    failed.length ? `${failed.length} of ${outcomes.length} measures failed` : `all ${outcomes.length} measures ended`,
  ]
}

/** 0 when all measures ended and all gates hold, 1 otherwise. */
export const exitCodeOf = (outcomes: readonly Outcome[]): 0 | 1 =>
  outcomes.every(({ gates, failure }) => failure === undefined && gates.every(holds)) ? 0 : 1
