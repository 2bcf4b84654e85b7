/** When an event happened. A kiosk's clock may run ahead; what is said to come later happened when it was told. */
export const happened = ({ At }: { readonly At: string }, { now }: { readonly now: Date }): Date =>
  new Date(Math.min(Date.parse(At), now.getTime()))
