import { expect, test } from 'vitest'
import { presetRole, REGISTRATION_STATUS, statusMessage, whyNotApprove, whyNotDecide, whyNotSendVerification } from './rules.ts'

test('a registration is pending, approved or rejected', () => {
  expect(REGISTRATION_STATUS).toEqual({ Pending: 1, Approved: 2, Rejected: 3 })
  expect([0, 1, 2, 3, 4].map((status) => statusMessage(status).text)).toEqual(['', 'Pending', 'Approved', 'Rejected', ''])
})

test('the review preselects Dry Cleaning Agent for a dry-cleaning courier, otherwise Delivery Agent', () => {
  expect(presetRole({ IsDryCleaning: true })).toBe(9)
  expect(presetRole({ IsDryCleaning: false })).toBe(6)
})

test('a decided registration cannot be decided again, and the refusal names the reviewer', () => {
  expect(whyNotDecide({ status: 1, reviewer: '' })).toBeNull()
  const { text } = whyNotDecide({ status: 3, reviewer: 'Elena Petrova' })!
  expect(text).toBe('This registration has already been rejected by Elena Petrova.')
})

test('approval requires a verified e-mail, and a verified e-mail gets no further link', () => {
  expect(whyNotApprove({ isVerified: true })).toBeNull()
  expect(whyNotApprove({ isVerified: false })?.code).toBe('MsgNotVerified')
  expect(whyNotSendVerification({ isVerified: false })).toBeNull()
  expect(whyNotSendVerification({ isVerified: true })?.code).toBe('MsgAlreadyVerified')
})
