/** Files that import each other in a ring, each ring once, as the path round it. `graph`: a file to the files it imports. */
export function ringsIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>()
  const path: string[] = []
  const rings: string[][] = []

  function visit(file: string) {
    const at = path.indexOf(file)
    if (at >= 0) {
      rings.push([...path.slice(at), file])
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    path.pop()
    done.add(file)
  }

  for (const file of graph.keys()) visit(file)
  return rings
}
