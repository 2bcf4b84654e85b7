import { describe, expect, test } from 'vitest'
import { fingerprintIn, isMd5, publicKeyIn } from './fingerprint.ts'

const BASE64 = 'vX0R+4kQ/7Wp1p0v2sSxJt0n5q8mV3yUoE9lT6aBcDg'
const CANONICAL = `SHA256:${BASE64}`
const HEX = Buffer.from(BASE64, 'base64').toString('hex')
const pairs = (separator: string) => HEX.match(/../g)!.join(separator)

describe('a fingerprint is read', () => {
  test.each([
    ['as OpenSSH prints it', CANONICAL],
    ['without prefix', BASE64],
    ['with =', `${CANONICAL}=`],
    ['with = and without prefix', `${BASE64}=`],
    ['with a small prefix', `sha256:${BASE64}`],
    ['with a hyphen in the prefix', `SHA-256:${BASE64}`],
    ['with a blank after the prefix', `SHA256: ${BASE64}`],
    ['with blanks around', `  ${CANONICAL}\t`],
    ['in base64 for addresses', CANONICAL.replaceAll('+', '-').replaceAll('/', '_')],
    ['in hexadecimal', HEX],
    ['in capitals', HEX.toUpperCase()],
    ['with colons', pairs(':')],
    ['with colons in capitals', pairs(':').toUpperCase()],
    ['with blanks', pairs(' ')],
    ['with hyphens', pairs('-')],
    ['in groups of four', HEX.match(/..../g)!.join(' ')],
    ['in hexadecimal with prefix', `SHA256:${HEX}`],
    ['with prefix and colons', `SHA256:${pairs(':')}`],
    ['as OpenSSL prints it', `SHA256 Fingerprint=${pairs(':').toUpperCase()}`],
    ['in the line of ssh-keygen -l', `256 ${CANONICAL} root@files.example (ED25519)`],
    ['in the line of ssh-keygen -l without comment', `3072 ${CANONICAL} no comment (RSA)`],
    ['in a line with hexadecimal', `256 ${pairs(':')} root@files.example (ED25519)`],
    ['in the line of WinSCP', `ssh-ed25519 255 ${BASE64}=`],
    ['in the question of ssh', `ED25519 key fingerprint is ${CANONICAL}.`],
    ['in a record of the DNS', `files.example. IN SSHFP 4 2 ${HEX}`],
    ['named twice', `${CANONICAL} ${BASE64}`],
  ])('%s', (_, text) => {
    expect(fingerprintIn(text)).toBe(CANONICAL)
  })
})

test.each([
  ['nothing', ''],
  ['a word', 'other'],
  ['a short one', `SHA256:${BASE64.slice(1)}`],
  ['a long one', `SHA256:${BASE64}A`],
  ['MD5', '16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48'],
  ['MD5 with prefix', 'MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48'],
  ['SHA-1', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['SHA-1 with prefix', 'SHA1:qZk+NkcGgWq6PiVxeFDCbJzQ2J0'],
  ['SHA-512', HEX + HEX],
  ['SHA-512 with colons', `${pairs(':')}:${pairs(':')}`],
  ['two different ones', `${CANONICAL} SHA256:${'A'.repeat(43)}`],
])('%s is no fingerprint', (_, text) => {
  expect(fingerprintIn(text)).toBe('')
})

test.each([
  ['16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48', true],
  ['MD5:16:27:AC:A5:76:28:2D:36:63:1B:56:4D:EB:DF:A6:48', true],
  ['2048 MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48 root@host (RSA)', true],
  ['1627aca576282d36631b564debdfa648', true],
  ['16 27 ac a5 76 28 2d 36 63 1b 56 4d eb df a6 48', true],
  [CANONICAL, false],
  [HEX, false],
  ['other', false],
])('%s is MD5: %s', (text, is) => {
  expect(isMd5(text)).toBe(is)
})

const KEY = 'AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
test.each([
  ['a key', KEY, KEY],
  ['the file of a key', `ssh-ed25519 ${KEY} root@host`, KEY],
  ['a line of known_hosts', `files.example,203.0.113.7 ssh-ed25519 ${KEY}`, KEY],
  ['a line of known_hosts with a port', `[files.example]:2222 ssh-ed25519 ${KEY}`, KEY],
  ['a hashed line of known_hosts', `|1|F1E1KeoE/eEWhi10WpGv4OdiO6Y=|3988QV0VE8wmZL7suNrYQLITLCg= ssh-ed25519 ${KEY}`, KEY],
  ['other base64', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', ''],
  ['a fingerprint', CANONICAL, ''],
])('the public key of %s', (_, text, key) => {
  expect(publicKeyIn(text)).toBe(key)
})
