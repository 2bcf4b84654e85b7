import { describe, expect, test } from 'vitest'
import { plainMessage } from './define-messages.ts'
import { hasVisibleText, requiredText } from './wire.ts'

const BLANK = ['', '   ', '\u00a0', '\u3000\t\n', '\u200d', '\u200c\u200d', '\u034f', '\u2800', '\ufe0f', '\ufeff']
const VISIBLE = ['a', ' a ', '0', '-', '日本', 'می\u200cخواهم', '👩\u200d🚀', '{{Name}}']

describe('a required text', () => {
  const empty = plainMessage('Name cannot be empty')
  test.each(BLANK)('is refused as empty when nothing of it can be seen: %j', (text) => {
    expect(requiredText(100, empty).safeParse(text).error?.issues[0]?.message).toContain('Name cannot be empty')
    expect(hasVisibleText(text)).toBe(false)
  })
  test.each(VISIBLE)('is accepted: %j', (text) => {
    expect(requiredText(100, empty).parse(text)).toBe(text.trim())
  })
})
