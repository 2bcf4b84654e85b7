import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { t } from '#platform/help-messages.ts'
import { screens } from '../features.ts'
import { helpOf } from './help-of-screens.ts'

test('every screen has help in two or three sentences with a guide, every text of help a screen, and every guide a page', () => {
  const helps = screens.map((screen) => ({ path: screen.path, help: helpOf(screen) }))
  expect(helps.filter(({ help }) => !help).map(({ path }) => path)).toEqual([])
  const used = new Set(helps.map(({ help }) => help!.text))
  const texts = Object.keys(t.table).filter((key) => key.startsWith('Help') && !key.startsWith('HelpGuide'))
  expect(texts.filter((key) => !used.has(key as never))).toEqual([])
  const sentencesOf = (text: string) => text.split(/[.!?](?: |$)/).filter(Boolean).length
  const isOdd = (text: string) => ![2, 3].includes(sentencesOf(text))
  expect([...used].filter((key) => isOdd(t(key).text))).toEqual([])
  const guides = new Set(helps.map(({ help }) => help!.guide))
  const root = join(import.meta.dirname, '../../..')
  for (const guide of guides) expect(existsSync(join(root, `docs/how-to/${guide}.md`)), guide).toBe(true)
})

test('no two screens have the same letter', () => {
  const letters = screens.flatMap(({ nav }) => nav?.key ?? [])
  expect(new Set(letters).size).toBe(letters.length)
})
