import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { SECTIONS, withSection } from './documents.ts'
import { ROOT } from './runners.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test.each(SECTIONS)('$file has the $name as they are in the program (`node tools/documents.ts` writes them)', (section) => {
  const document = read(section.file)
  expect(document).toBe(withSection(document, section))
})

test('the README names commands that exist, and the folders that there are', () => {
  const readme = read('README.md')
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...readme.matchAll(/(?:^|`)npm (?:run )?([a-z:]+)/gm)].map(([, name]) => name!).filter((name) => name !== 'ci')
  expect(named).toContain('start')
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  const folders = [...readme.matchAll(/^([a-z0-9]+)\/ /gm)].map(([, name]) => name!)
  expect(folders.filter((name) => !existsSync(join(ROOT, name)))).toEqual([])
  expect(folders).toContain('features')
})

test('the glossary has the word of every feature', () => {
  const glossary = read('docs/glossary.md')
  expect(readdirSync(join(ROOT, 'features')).filter((name) => !glossary.includes(`\`${name}\``))).toEqual([])
})

test('no document leads to a file that is not there', () => {
  const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })]
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(((?!https?:|#)[^)#]+)/g)]
      .map(([, link]) => link!)
      .filter((link) => !existsSync(join(ROOT, dirname(document), link)))
      .map((link) => `${document}: ${link}`),
  )
  expect(broken).toEqual([])
})
