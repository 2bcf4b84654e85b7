import { describe, expect, test } from 'vitest'
import { type Duty, mayAtKiosk } from '#features/package-statuses/duties.ts'
import { ROLES } from '#platform/permissions.ts'
import {
  AGENT_ROLES,
  AGENT_STATUS,
  agentStatusOf,
  dutiesText,
  isAgentRole,
  whyNotCourier,
  whyNotDelete,
  whyNotProperties,
  whyNotUnlock,
} from './rules.ts'

const DELIVERS = ROLES.deliveryagent.id
const DELIVERS_AND_RECOVERS = ROLES.deliveryrecoveryagent.id
const DRY_CLEANING = ROLES.drycleaningagent.id

test('agents have the roles 6, 7 and 9', () => {
  expect(AGENT_ROLES.map(({ id }) => id)).toEqual([6, 7, 9])
  expect([1, 5, 6, 7, 8, 9, 10].filter(isAgentRole)).toEqual([6, 7, 9])
})

test.each([
  [DELIVERS, ['deliver'], 'delivers packages'],
  [
    DELIVERS_AND_RECOVERS,
    ['deliver', 'recover', 'recoverExpired'],
    'delivers packages, recovers packages, recovers expired packages',
  ],
  [DRY_CLEANING, ['dryCleaning'], 'collects from dry-cleaning lockers'],
  [ROLES.mailroomstaff.id, [], ''],
] as [number, Duty[], string][])('at the kiosk role %i may do its own actions only', (roleId, duties, text) => {
  const all: Duty[] = ['deliver', 'recover', 'recoverExpired', 'dryCleaning']
  expect(all.filter((duty) => mayAtKiosk(roleId, duty))).toEqual(duties)
  expect(dutiesText(roleId)).toBe(text)
})

test('a dry-cleaning courier requires the Dry Cleaning Agent, other couriers the other roles', () => {
  const dry = { IsDryCleaning: true }
  const plain = { IsDryCleaning: false }
  expect(whyNotCourier(DRY_CLEANING, dry)).toBeNull()
  expect(whyNotCourier(DRY_CLEANING, plain)?.code).toBe('MsgCourierNotDryCleaning')
  for (const role of [DELIVERS, DELIVERS_AND_RECOVERS]) {
    expect(whyNotCourier(role, plain)).toBeNull()
    expect(whyNotCourier(role, dry)?.code).toBe('MsgCourierIsDryCleaning')
  }
})

describe('an agent', () => {
  test('is active, inactive or locked', () => {
    expect(agentStatusOf({ isActive: true, isLocked: false })).toBe(AGENT_STATUS.Active)
    expect(agentStatusOf({ isActive: false, isLocked: false })).toBe(AGENT_STATUS.Inactive)
    expect(agentStatusOf({ isActive: true, isLocked: true })).toBe(AGENT_STATUS.Locked)
    expect(agentStatusOf({ isActive: false, isLocked: true })).toBe(AGENT_STATUS.Locked)
    expect(AGENT_STATUS).toEqual({ Active: 1, Inactive: 2, Locked: 3 })
  })
  test('has at least one property, including those that the editor does not see', () => {
    expect(whyNotProperties({ chosen: 1, others: 0 })).toBeNull()
    expect(whyNotProperties({ chosen: 0, others: 1 })).toBeNull()
    expect(whyNotProperties({ chosen: 0, others: 0 })?.text).toBe('Please provide user an access to the property')
  })
  test('can be deleted only by a user who sees all of its properties', () => {
    expect(whyNotDelete({ others: 0 })).toBeNull()
    expect(whyNotDelete({ others: 1 })?.code).toBe('MsgAgentHasOtherProperties')
  })
  test('can be unlocked when locked', () => {
    expect(whyNotUnlock({ isLocked: true })).toBeNull()
    expect(whyNotUnlock({ isLocked: false })?.code).toBe('MsgAgentNotLocked')
  })
})
