import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { type Node, nodesOf } from './imports.ts'

const MAX_FUNCTION = 120
const MAX_FILE = 300

const SOURCES = ['*.ts', '{platform,features,apps,database,e2e,bench,tools}/**/*.{ts,tsx,mjs,css}']
const EXCEPTIONS = [
  // Data: the texts of the public site.
  'apps/site/content/{de,en,es}.ts',
]

/** The files and functions of a repository that are too long, one line for each. The callback of a `describe` is no function here. */
export function tooLong(root: string): string[] {
  const files = globSync(SOURCES, { cwd: root, exclude: EXCEPTIONS }).map((file) => file.replaceAll('\\', '/'))
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const lines = linesOf(text.trimEnd())
    const tooLongFile = lines > MAX_FILE ? [`${file}  has ${lines} lines; a file has at most ${MAX_FILE}`] : []
    return lines > MAX_FUNCTION && !file.endsWith('.css') ? [...tooLongFile, ...longFunctions(file, text)] : tooLongFile
  })
}

const linesOf = (text: string) => text.split('\n').length

function longFunctions(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`)
  const nodes = [...nodesOf(program)]
  const sourceOf = ({ start, end }: Node) => text.slice(start, end)
  const suites = new Set(
    nodes.flatMap((node) =>
      node.type === 'CallExpression' && /^(test\.)?describe\b/.test(sourceOf(node)) ? (node.arguments as Node[]) : [],
    ),
  )
  return nodes.flatMap((node) => {
    const lines = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) && linesOf(sourceOf(node))
    if (!lines || lines <= MAX_FUNCTION || suites.has(node)) return []
    const line = linesOf(text.slice(0, node.start))
    return [`${file}:${line}  a function of ${lines} lines; a function has at most ${MAX_FUNCTION}`]
  })
}

if (import.meta.main) {
  const found = tooLong(join(import.meta.dirname, '../..'))
  for (const line of found) console.error(line)
  console.log(found.length === 0 ? 'Lengths: kept.' : `Lengths: ${found.length} exceeded.`)
  process.exitCode = found.length === 0 ? 0 : 1
}
