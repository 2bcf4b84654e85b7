import { newFeature } from './new-feature/new-feature.ts'
import { ROOT, runProgram } from './runners.ts'

const [kind, name] = process.argv.slice(2)
if (kind !== 'feature' || !name) {
  console.error('Usage: npm run new feature <plural-name>, for example: npm run new feature lost-items')
  process.exit(2)
}
try {
  const files = newFeature(ROOT, name)
  await runProgram(['node_modules/@biomejs/biome/bin/biome', 'check', '--write'], { silent: true })
  await runProgram(['tools/documents.ts'], { silent: true })
  for (const file of files) console.log(file)
  console.log(
    `\nNext: define ${name} in docs/glossary.md, translate its texts, decide its permissions in platform/permissions.ts.`,
  )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
