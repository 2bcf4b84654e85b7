import { describe, expect, it } from 'vitest'
import { matchPath, partsOf } from './hash.ts'

describe('an address before sign-in', () => {
  it('returns its parameters', () => {
    expect(matchPath('/{registrationType}/verifyregistration', '/agent/verifyregistration')).toEqual({
      registrationType: 'agent',
    })
    expect(matchPath('/resident/{organisationName}/register', '/resident/river%20side/register')).toEqual({
      organisationName: 'river side',
    })
  })
  it('is recognised in any case', () => {
    expect(matchPath('/forgotpassword', '/ForgotPassword')).toEqual({})
  })
  it.each(['/login/', '/', '/other', '/login/more'])('%s is not the login page', (path) => {
    expect(matchPath('/login', path)).toBeNull()
  })
  it('refuses an empty parameter', () => {
    expect(matchPath('/resident/{organisationName}/register', '/resident//register')).toBeNull()
  })
  it('splits path and query, and omits a trailing slash', () => {
    const { path, query } = partsOf('/resetpassword/?userId=1&key=a%2Bb')
    expect(path).toBe('/resetpassword')
    expect([query.get('userId'), query.get('key')]).toEqual(['1', 'a+b'])
  })
})
