import { newFeature } from './new-feature/new-feature.ts'
import { ROOT, runProgram } from './runners.ts'

const [kind, plural, singular, ...surplus] = process.argv.slice(2)
if (kind !== 'feature' || !plural || surplus.length > 0) {
  console.error('Usage: npm run new feature <plural> [<singular>], for example: npm run new feature lost-items')
  process.exit(2)
}
try {
  const { written, changed } = newFeature(ROOT, plural, singular)
  await finish('node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--files-ignore-unknown=true', ...written, ...changed)
  await finish('tools/documents.ts')
  for (const file of written) console.log(file)
  console.log('\nRegistered in:')
  for (const file of changed) console.log(file)
  console.log(`
Next: npm run check, and npm run test:browser -- e2e/${plural}.spec.ts. Then
- say what the word means in its row of docs/glossary.md
- translate the new English texts in the files messages.de.json and messages.es.json
- decide who may do what in platform/permissions.ts, and why in the rows of docs/access.md`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

/** Runs a program that completes the written files. */
async function finish(...command: readonly [string, ...string[]]): Promise<void> {
  if ((await runProgram(command)) !== 0) throw new Error(`${command[0]} failed.`)
}
