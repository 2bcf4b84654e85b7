import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { texts } from '#apps/server/features.ts'
import { features, screens } from '../features.ts'
import { loadHelp } from './load-help.ts'

test('every screen has help in two or three sentences with a guide, every text of help a screen, and every guide a page', async () => {
  const helps = await Promise.all(screens.map(async (screen) => ({ path: screen.path, help: await loadHelp(features, screen) })))
  expect(helps.filter(({ help }) => !help).map(({ path }) => path)).toEqual([])
  const used = new Set(helps.map(({ help }) => help!.text.text))
  const declared = texts
    .filter(({ file }) => file.endsWith('Help'))
    .flatMap(({ table }) => Object.entries(table).filter(([key]) => key.startsWith('Help') && !key.startsWith('HelpGuide')))
  expect(declared.length).toBeGreaterThan(50)
  expect(declared.filter(([, text]) => !used.has(text)).map(([key]) => key)).toEqual([])
  const sentencesOf = (text: string) => text.split(/[.!?](?: |$)/).filter(Boolean).length
  expect([...used].filter((text) => ![2, 3].includes(sentencesOf(text)))).toEqual([])
  const guides = new Set(helps.map(({ help }) => help!.guide))
  const root = join(import.meta.dirname, '../../..')
  for (const guide of guides) expect(existsSync(join(root, `docs/how-to/${guide}.md`)), guide).toBe(true)
})

test('a feature has help and other words for its own screens only', async () => {
  for (const feature of features) {
    const own = feature.screens.map(({ path }) => path)
    const { help } = await feature.help()
    const words = (await feature.palette?.())?.palette.words ?? {}
    expect([...Object.keys(help), ...Object.keys(words)].filter((path) => !own.includes(path))).toEqual([])
  }
})

test('no two screens have the same letter', () => {
  const letters = screens.flatMap(({ nav }) => nav?.key ?? [])
  expect(new Set(letters).size).toBe(letters.length)
})
