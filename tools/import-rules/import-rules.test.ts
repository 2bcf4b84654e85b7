import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { ORDER as ALL } from './feature-order.ts'
import { placesTable } from './import-places.ts'
import { brokenRules } from './import-rules.ts'

let root: string

beforeEach(() => {
  root = temporaryFolder()
  write(
    'package.json',
    JSON.stringify({
      imports: { '#platform/*': './platform/*', '#features/*': './features/*', '#apps/*': './apps/*' },
    }),
  )
  for (const file of ['platform/define-messages.ts', 'platform/server/postgres/db.ts', 'platform/portal/api/call.ts'])
    write(file, 'export const x = 1')
  for (const feature of ['couriers', 'agents'])
    for (const file of ['contract.ts', 'server/store.ts', 'server/api.ts', 'portal/List.tsx', 'portal/shared/AgentPicker.tsx'])
      write(`features/${feature}/${file}`, 'export const x = 1')
  write('apps/server/main.ts', 'export const x = 1')
  write('apps/portal/main.tsx', 'export const x = 1')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

/** The broken rules of a file with one import, without its position. */
function brokenBy(file: string, specifier: string): string[] {
  write(file, `import { x } from '${specifier}'\nexport const y = x`)
  return brokenRules(root, ORDER).map((line) => line.replace(`${file}:1  `, ''))
}
const ORDER = ['agents', 'couriers']

test('docs/architecture.md contains the table', () => {
  const printed = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8')
  expect(printed).toContain(`<!-- import rules -->\n\n${placesTable()}\n\n<!-- end of import rules -->`)
})

describe('accepts', () => {
  test.each([
    ['features/couriers/rules.ts', '#features/agents/contract.ts'],
    ['features/couriers/rules.ts', '#platform/define-messages.ts'],
    ['features/couriers/rules.ts', 'zod'],
    ['features/couriers/server/routes.ts', './store.ts'],
    ['features/couriers/server/routes.ts', '../contract.ts'],
    ['features/couriers/server/routes.ts', '#features/agents/contract.ts'],
    ['features/couriers/server/routes.ts', '#features/agents/server/api.ts'],
    ['features/couriers/server/routes.ts', '#platform/server/postgres/db.ts'],
    ['features/couriers/server/routes.ts', 'node:fs'],
    ['features/couriers/server/routes.ts', 'pg'],
    ['features/couriers/server/routes.test.ts', '#apps/server/main.ts'],
    ['features/couriers/server/routes.test.ts', 'vitest'],
    ['features/couriers/portal/Form.tsx', '#features/agents/portal/shared/AgentPicker.tsx'],
    ['features/couriers/portal/Form.tsx', './List.tsx'],
    ['features/couriers/portal/Form.tsx', 'react'],
    ['apps/server/app.ts', '#features/couriers/server/store.ts'],
    ['apps/portal/app.tsx', '#features/couriers/portal/List.tsx'],
    ['tests.config.ts', './apps/server/main.ts'],
  ])('%s → %s', (file, specifier) => {
    expect(brokenBy(file, specifier)).toEqual([])
  })
})

describe('refuses', () => {
  test.each([
    ['platform/ids.ts', '#features/agents/contract.ts', /^pure platform may not import pure feature/],
    ['platform/ids.ts', 'node:crypto', /^pure platform may not import node:crypto; of packages it may only zod/],
    ['platform/server/mail/mail.ts', '#features/agents/contract.ts', /^platform server may not import pure feature/],
    ['platform/server/mail/mail.ts', '#platform/portal/api/call.ts', /^platform server may not import platform portal/],
    ['platform/portal/grid.tsx', '#platform/server/postgres/db.ts', /^platform portal may not import platform server/],
    ['features/couriers/rules.ts', './server/store.ts', /^pure feature may not import feature server/],
    ['features/couriers/rules.ts', 'pg', /^pure feature may not import pg/],
    ['features/couriers/server/routes.ts', '#features/agents/server/store.ts', /^feature server may not import feature server/],
    ['features/couriers/server/routes.ts', '../portal/List.tsx', /^feature server may not import feature portal/],
    ['features/couriers/server/routes.ts', '#apps/server/main.ts', /^feature server may not import server app/],
    ['features/couriers/server/routes.ts', 'react', /^feature server may not import react/],
    ['features/couriers/server/routes.ts', './gone.ts', /^\.\/gone\.ts leads to no file$/],
    ['features/couriers/server/routes.ts', './store', /^\.\/store leads to no file$/],
    ['features/couriers/portal/Form.tsx', '#features/agents/portal/List.tsx', /^feature portal may not import feature portal/],
    ['features/couriers/portal/Form.tsx', '../server/store.ts', /^feature portal may not import feature server/],
    ['features/couriers/portal/Form.tsx', 'node:fs', /^feature portal may not import node:fs/],
    ['apps/server/app.ts', '#apps/portal/main.tsx', /^server app may not import portal app/],
    ['apps/portal/app.tsx', '#features/couriers/server/store.ts', /^portal app may not import feature server/],
    ['features/couriers/rules.ts', '../agents/contract.ts', /leaves features\/couriers: write #features\/agents\/contract.ts/],
    ['features/couriers/deep/rules.ts', '../contract.ts', /^features\/couriers\/deep\/rules.ts {2}no place of tools/],
  ])('%s → %s', (file, specifier, message) => {
    expect(brokenBy(file, specifier)).toEqual([expect.stringMatching(message)])
  })
})

describe('recognises every form of import:', () => {
  test.each([
    `\n\nimport {\n  type x,\n} from 'pg'`,
    `\n\nexport { x } from 'pg'\nexport const y = 1`,
    `\n\nexport * from 'pg'\nexport const y = 1`,
    `\n\nexport const later = () => import('pg')`,
    `\n\nexport type X = import('pg').X`,
    `\n\nimport 'pg'`,
  ])('%j', (text) => {
    write('features/couriers/rules.ts', text)
    expect(brokenRules(root)).toEqual([
      expect.stringMatching(/^features\/couriers\/rules.ts:3 {2}pure feature may not import pg/),
    ])
  })

  test('ignores imports in comments and strings', () => {
    write('features/couriers/rules.ts', `// import { x } from 'pg'\nexport const text = "import { x } from 'pg'"`)
    expect(brokenRules(root)).toEqual([])
  })
})

describe('the order of features', () => {
  test('refuses an import upwards', () => {
    const upwards = ['features/agents/rules.ts', '#features/couriers/contract.ts'] as const
    expect(brokenBy(...upwards)).toEqual([expect.stringMatching(/^agents may not import couriers, which comes after it/)])
  })

  test('has every feature once', () => {
    expect(ALL.toSorted()).toEqual(readdirSync(join(import.meta.dirname, '../../features')).toSorted())
  })
})
