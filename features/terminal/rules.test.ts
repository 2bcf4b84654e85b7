import { expect, test } from 'vitest'
import { codeDelay, pinDelay } from './rules.ts'

test('wrong PINs are delayed from 5 s, wrong codes from the fifth on by 1 min, doubling up to 1 h', () => {
  expect([0, 1, 2, 3, 10, 11, 500].map(pinDelay)).toEqual([0, 5, 10, 20, 2560, 3600, 3600])
  expect([1, 4, 5, 6, 7, 10, 11, 500].map(codeDelay)).toEqual([0, 0, 60, 120, 240, 1920, 3600, 3600])
})
