import { describe, expect, it } from 'vitest'
import { type Permission, ROLE_PERMISSIONS } from '#platform/permissions.ts'
import { landingFor } from './landing.ts'

const home = (...held: Permission[]) => landingFor(new Set(held))

describe('home', () => {
  it('is the Package Viewer for who may see it', () => {
    expect(home('ViewDashboard', 'ViewPackage', 'ViewResident')).toBe('/search')
    expect(home('ViewPackage')).toBe('/search')
  })

  it('is Residents for who may see those and no dashboard', () => {
    expect(home('ViewPackage', 'ViewResident')).toBe('/resident/list')
    expect(home('ViewResident')).toBe('/resident/list')
  })

  it('is About for who may see neither packages nor residents, so that a refusal never leads to a refusal', () => {
    expect(home()).toBe('/about')
    expect(home('ViewDashboard', 'EditLockerBank')).toBe('/about')
    expect(landingFor(new Set(ROLE_PERMISSIONS.lockerbank))).toBe('/about')
  })
})
