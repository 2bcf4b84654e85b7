import { describe, expect, it } from 'vitest'
import { type Permission, ROLE_PERMISSIONS } from '#platform/permissions.ts'
import { landingFor } from './landing.ts'

const home = (...permissions: Permission[]) => landingFor({ permissions: new Set(permissions), organisations: [] })

describe('home', () => {
  it('is the Package Viewer for users who may see it', () => {
    expect(home('ViewDashboard', 'ViewPackage', 'ViewResident')).toBe('/search')
    expect(home('ViewPackage')).toBe('/search')
  })

  it('is Residents for users who may see those but no dashboard', () => {
    expect(home('ViewPackage', 'ViewResident')).toBe('/resident/list')
    expect(home('ViewResident')).toBe('/resident/list')
  })

  it('is About for users who may see neither packages nor residents, so that home is never forbidden', () => {
    expect(home()).toBe('/about')
    expect(home('ViewDashboard', 'EditLockerBank')).toBe('/about')
    expect(home(...ROLE_PERMISSIONS.lockerbank)).toBe('/about')
  })
})
