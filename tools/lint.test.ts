import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { ROOT } from './runners.ts'

let root: string
beforeAll(() => {
  root = temporaryFolder()
  cpSync(join(ROOT, 'biome.json'), join(root, 'biome.json'))
  write('.gitignore', '')
  write(
    'package.json',
    JSON.stringify({
      imports: { '#platform/*': './platform/*', '#features/*': './features/*' },
      dependencies: { pg: '8.0.0' },
      devDependencies: { vitest: '5.0.0' },
    }),
  )
})
afterAll(() => rmSync(root, { recursive: true }))

function write(path: string, content: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), `${content}\n`)
}

/** Lints the files; returns `file:line rule` of each finding. */
function lintFiles(files: Readonly<Record<string, string>>): string[] {
  for (const [file, content] of Object.entries(files)) write(file, content)
  const args = ['lint', '--reporter=github', '--max-diagnostics=none', ...Object.keys(files)]
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/@biomejs/biome/bin/biome'), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  const findings = stdout.matchAll(/title=lint\/\w+\/(\w+),file=(?:\.\/)?([^,]+),line=(\d+)/g)
  return [...findings].map(([, rule, file, line]) => `${relative(root, file!)}:${line} ${rule}`).sort()
}

test('finds import cycles through aliases, types and dynamic imports', () => {
  const findings = lintFiles({
    'platform/one.ts': `import { two } from './two.ts'\nexport const one = () => two`,
    'platform/two.ts': `export const two = () => import('#platform/three.ts')`,
    'platform/three.ts': `import type { one } from './one.ts'\nexport const three = (x: typeof one) => x`,
  })
  expect(findings).toEqual(['one', 'three', 'two'].map((name) => `platform/${name}.ts:1 noImportCycles`))
})

test('finds barrel files, except the API of a feature', () => {
  const barrel = `export { x } from './store.ts'`
  const findings = lintFiles({
    'features/couriers/server/store.ts': 'export const x = 1',
    'features/couriers/server/index.ts': barrel,
    'features/couriers/server/api.ts': barrel,
  })
  expect(findings).toEqual(['features/couriers/server/index.ts:1 noBarrelFile'])
})

test('finds packages that are not declared, or are for development only', () => {
  const findings = lintFiles({
    'features/couriers/server/routes.ts': `import { a } from 'kysely'\nimport { b } from 'vitest'\nimport { c } from 'pg'\nexport const x = [a, b, c]`,
    'features/couriers/server/types.ts': `import type { Test } from 'vitest'\nexport type T = Test`,
    'features/couriers/server/routes.test.ts': `import { test } from 'vitest'\ntest('x', () => {})`,
  })
  const routes = 'features/couriers/server/routes.ts'
  expect(findings).toEqual([`${routes}:1 noUndeclaredDependencies`, `${routes}:2 noUndeclaredDependencies`])
})
