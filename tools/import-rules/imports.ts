import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** One import of a file: its specifier and its line. */
export type Import = { readonly specifier: string; readonly line: number }

/** A node of the syntax tree, with its place in the text. */
export type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [name: string]: unknown }

/** Every import of a TypeScript file: static, dynamic, re-exports and types. Throws when the file cannot be parsed. */
export function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  return [...nodesOf(program)].flatMap((node) => {
    const specifier = specifierOf(node)
    return specifier === undefined ? [] : [{ specifier, line: lineAt(node.start) }]
  })
}

/** A tree's nodes, each before those below it. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') yield value as Node
  for (const child of Object.values(value)) yield* nodesOf(child)
}

function specifierOf({ type, source }: Node): string | undefined {
  const imports = /^(Import(Declaration|Expression)|Export(All|Named)Declaration|TSImportType)$/.test(type)
  const value = imports ? (source as { value?: unknown } | null)?.value : undefined
  return typeof value === 'string' ? value : undefined
}
