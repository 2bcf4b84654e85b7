/** One text a person may be shown: its code (the spec's `Msg…` name where there is one) and its words. */
export type Said = { readonly code: string; readonly text: string }

type Values = Readonly<Record<string, string | number>>

/**
 * A feature's texts. `say = texts({ MsgX: 'Hello {name}' })` gives `say('MsgX', { name })` and `say.table`,
 * from which the language resources are made.
 */
export function texts<const T extends Readonly<Record<string, string>>>(table: T) {
  const say = (key: keyof T & string, values: Values = {}): Said => ({
    code: key,
    text: (table[key] as string).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole)),
  })
  return Object.assign(say, { table })
}
