import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveKeys, keyedHash, newSecret, sameBytes, seal, unseal } from './keys.ts'

const SECRET_KEY = Buffer.alloc(32, 7)
const { secrets } = deriveKeys(SECRET_KEY)

describe('keys', () => {
  test('are the same each time for one secret key, and others for another', () => {
    expect(deriveKeys(Buffer.alloc(32, 7))).toEqual(deriveKeys(SECRET_KEY))
    const other = deriveKeys(Buffer.alloc(32, 8))
    for (const [purpose, key] of Object.entries(deriveKeys(SECRET_KEY)))
      expect(Buffer.from(other[purpose as keyof typeof other]).equals(key)).toBe(false)
  })

  test('serve one purpose each', () => {
    const keys = Object.values(deriveKeys(SECRET_KEY)).map((key) => Buffer.from(key).toString('hex'))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).not.toContain(SECRET_KEY.toString('hex'))
  })
})

describe('a sealed secret', () => {
  test('opens to what it was, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (text, id) => {
        expect(unseal(secrets, seal(secrets, text, id), id)).toBe(text)
      }),
    )
  })

  test('opens only with what it was bound to, so that it cannot be moved to another row', () => {
    const sealed = seal(secrets, 'of the first', 'first')
    expect(() => unseal(secrets, sealed, 'second')).toThrow()
  })

  test('opens only with its key', () => {
    const sealed = seal(secrets, 'text', 'id')
    expect(() => unseal(deriveKeys(Buffer.alloc(32, 8)).secrets, sealed, 'id')).toThrow()
    expect(() => unseal(deriveKeys(SECRET_KEY).accessCodes, sealed, 'id')).toThrow()
  })

  test('opens only whole and unchanged', () => {
    const sealed = seal(secrets, 'text', 'id')
    for (let i = 0; i < sealed.length; i += 1) {
      const changed = Buffer.from(sealed)
      changed[i]! ^= 1
      expect(() => unseal(secrets, changed, 'id')).toThrow()
      expect(() => unseal(secrets, sealed.subarray(0, i), 'id')).toThrow()
    }
  })

  test('looks different each time', () => {
    expect(seal(secrets, 'text', 'id').equals(seal(secrets, 'text', 'id'))).toBe(false)
  })
})

test('a keyed hash is found again with its key alone', () => {
  expect(keyedHash(secrets, '1234').equals(keyedHash(secrets, '1234'))).toBe(true)
  expect(keyedHash(secrets, '1234').equals(keyedHash(secrets, '1235'))).toBe(false)
  expect(keyedHash(secrets, '1234').equals(keyedHash(deriveKeys(SECRET_KEY).accessCodes, '1234'))).toBe(false)
})

test('bytes of different lengths are not the same, and comparing them does not throw', () => {
  expect(sameBytes(Buffer.from('a'), Buffer.from('ab'))).toBe(false)
  expect(sameBytes(Buffer.from('ab'), Buffer.from('ab'))).toBe(true)
})

test('a new secret has 256 bits and fits into an address', () => {
  expect(newSecret()).toMatch(/^[\w-]{43}$/)
  expect(newSecret()).not.toBe(newSecret())
})
