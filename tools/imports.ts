import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** One import of a file: what it names and the line it stands on. `isType`: nothing of it is left when the program runs. */
export type Import = { readonly specifier: string; readonly line: number; readonly isType: boolean }
export type Imports = {
  readonly imports: readonly Import[]
  /** The file gives on what others export and says nothing of its own. */
  readonly onlyReexports: boolean
}

type Node = { readonly type: string; readonly [name: string]: unknown }

/** Every import of a TypeScript file: static, dynamic, re-exports and types. Throws when the file cannot be parsed. */
export function importsOf(path: string): Imports {
  const text = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const imports = [...nodesOf(program)].flatMap((node) => {
    const specifier = specifierOf(node)
    return specifier === undefined ? [] : [{ specifier, line: lineAt(node.start as number), isType: isType(node) }]
  })
  const body = program.body as unknown as readonly Node[]
  return { imports, onlyReexports: body.length > 0 && body.every((node) => node.type.startsWith('Export') && !!node.source) }
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') yield value as Node
  for (const child of Object.values(value)) yield* nodesOf(child)
}

function specifierOf({ type, source }: Node): string | undefined {
  const imports = /^(Import(Declaration|Expression)|Export(All|Named)Declaration|TSImportType)$/.test(type)
  const value = imports ? (source as { value?: unknown } | null)?.value : undefined
  return typeof value === 'string' ? value : undefined
}

function isType({ type, importKind, exportKind, specifiers }: Node): boolean {
  if (type === 'TSImportType' || importKind === 'type' || exportKind === 'type') return true
  const names = (specifiers ?? []) as readonly Node[]
  return names.length > 0 && names.every((name) => name.importKind === 'type' || name.exportKind === 'type')
}
