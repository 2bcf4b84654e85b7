import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveKeys, keyedHash, newSecret, sameBytes, seal, unseal } from './keys.ts'

const SECRET_KEY = Buffer.alloc(32, 7)
const { secrets } = deriveKeys(SECRET_KEY)

describe('keys', () => {
  test('depend only on the secret key', () => {
    expect(deriveKeys(Buffer.alloc(32, 7))).toEqual(deriveKeys(SECRET_KEY))
    const other = deriveKeys(Buffer.alloc(32, 8))
    for (const [purpose, key] of Object.entries(deriveKeys(SECRET_KEY)))
      expect(Buffer.from(other[purpose as keyof typeof other]).equals(key)).toBe(false)
  })

  test('differ by purpose', () => {
    const keys = Object.values(deriveKeys(SECRET_KEY)).map((key) => Buffer.from(key).toString('hex'))
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).not.toContain(SECRET_KEY.toString('hex'))
  })
})

describe('a sealed secret', () => {
  test('decrypts to the original text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (text, id) => {
        expect(unseal(secrets, seal(secrets, text, id), id)).toBe(text)
      }),
    )
  })

  test('decrypts only with the same `bound`, so that it cannot be moved to another row', () => {
    const sealed = seal(secrets, 'of the first', 'first')
    expect(() => unseal(secrets, sealed, 'second')).toThrow()
  })

  test('decrypts only with its key', () => {
    const sealed = seal(secrets, 'text', 'id')
    expect(() => unseal(deriveKeys(Buffer.alloc(32, 8)).secrets, sealed, 'id')).toThrow()
    expect(() => unseal(deriveKeys(SECRET_KEY).accessCodes, sealed, 'id')).toThrow()
  })

  test('decrypts only complete and unchanged', () => {
    const sealed = seal(secrets, 'text', 'id')
    for (let i = 0; i < sealed.length; i += 1) {
      const changed = Buffer.from(sealed)
      changed[i]! ^= 1
      expect(() => unseal(secrets, changed, 'id')).toThrow()
      expect(() => unseal(secrets, sealed.subarray(0, i), 'id')).toThrow()
    }
  })

  test('differs each time', () => {
    expect(seal(secrets, 'text', 'id').equals(seal(secrets, 'text', 'id'))).toBe(false)
  })
})

test('keyedHash › depends on the key and the text', () => {
  expect(keyedHash(secrets, '1234').equals(keyedHash(secrets, '1234'))).toBe(true)
  expect(keyedHash(secrets, '1234').equals(keyedHash(secrets, '1235'))).toBe(false)
  expect(keyedHash(secrets, '1234').equals(keyedHash(deriveKeys(SECRET_KEY).accessCodes, '1234'))).toBe(false)
})

test('sameBytes › is false for different lengths', () => {
  expect(sameBytes(Buffer.from('a'), Buffer.from('ab'))).toBe(false)
  expect(sameBytes(Buffer.from('ab'), Buffer.from('ab'))).toBe(true)
})

test('newSecret › has 256 bits and is safe in a URL', () => {
  expect(newSecret()).toMatch(/^[\w-]{43}$/)
  expect(newSecret()).not.toBe(newSecret())
})
