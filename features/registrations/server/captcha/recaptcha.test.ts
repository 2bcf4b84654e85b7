import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recaptcha } from './recaptcha.ts'

/** The replies of the stub of Google's service, by token. */
const VERDICTS: Record<string, object> = {
  person: { success: true, action: 'register', score: 0.9 },
  program: { success: true, action: 'register', score: 0.1 },
  'of another page': { success: true, action: 'login', score: 0.9 },
  used: { success: false, 'error-codes': ['timeout-or-duplicate'] },
}
const requests: string[] = []
const service = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    requests.push(`${request.url} ${body}`)
    const verdict = VERDICTS[new URLSearchParams(body).get('response') ?? '']
    response.end(verdict ? JSON.stringify(verdict) : 'no JSON')
  })
})
let captcha: ReturnType<typeof recaptcha>
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const api = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  captcha = recaptcha({ siteKey: 'site key', secretKey: 'secret' }, api)
})
afterAll(() => service.close())

const now = new Date()
const check = (token: string) => captcha.check(token, 'any', now)

test('reCAPTCHA accepts a person and refuses everything else', async () => {
  expect(await check('person')).toMatchObject({ id: 'person' })
  expect(requests).toEqual(['/siteverify secret=secret&response=person'])
  for (const token of ['program', 'of another page', 'used']) expect([token, await check(token)]).toEqual([token, null])
})

test('reCAPTCHA throws when Google cannot be reached', async () => {
  await expect(check('no JSON')).rejects.toThrow()
  await expect(recaptcha({ siteKey: 'x', secretKey: 'y' }, 'http://127.0.0.1:1').check('person', 'any', now)).rejects.toThrow()
})

test('the offer contains Google’s site key and script, and not the secret', async () => {
  const offer = await captcha.offer('any', now)
  expect(offer).toMatchObject({ Provider: 'recaptcha', SiteKey: 'site key', Challenge: null })
  expect(offer.Script).toMatch(/\.js\?render=site%20key$/)
  expect(JSON.stringify(offer)).not.toContain('secret')
})
