/**
 * When an event happened. A kiosk's clock may run ahead by `toleranceMs`; what is said to come later, and what is no time or
 * from before computers had clocks, happened when it was told.
 */
export function happened({ At }: { readonly At: string }, { now }: { readonly now: Date }, toleranceMs = 0): Date {
  const said = Date.parse(At)
  return said >= 0 && said <= now.getTime() + toleranceMs ? new Date(said) : now
}
