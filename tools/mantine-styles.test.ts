import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './runners.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const importedStyles = (source: string) => [...source.matchAll(/styles\/(\w+)\.css/g)].map(([, name]) => name!)
const used = (source: string) =>
  [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names]) =>
    names!.split(',').map((name) => name.trim()),
  )

const STYLED = new Set(globSync('node_modules/@mantine/core/styles/*.css', { cwd: ROOT }).flatMap(importedStyles))
/** What every page has. */
const EVERYWHERE = ['platform/portal/ui/styles.ts', 'apps/portal/app/styles.ts'].flatMap((path) => importedStyles(read(path)))

test('a file imports the styles of the Mantine components in it, so that they do not depend on an earlier screen', () => {
  expect(STYLED).toContain('Checkbox')
  const missing = globSync('{apps,features,platform}/**/*.tsx', { cwd: ROOT }).flatMap((path) => {
    const source = read(path)
    const imported = new Set([...EVERYWHERE, ...importedStyles(source)])
    return used(source)
      .filter((name) => STYLED.has(name) && !imported.has(name))
      .map((name) => `${path}: ${name}`)
  })
  expect(missing).toEqual([])
})
