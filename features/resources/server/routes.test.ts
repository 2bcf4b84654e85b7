import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts } from '#apps/server/features.ts'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { t as tSession } from '#features/session/messages.ts'
import { t } from '#platform/server/messages.ts'
import { languageFiles, translationOf } from './translations.ts'

const FILES = languageFiles(texts)
const FILE_NAMES = texts.map(({ file }) => file)

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer()
  await seedOrganisation(server, 'riverside')
  token = await tokenOf(server, 'organisationmanager', 'riverside')
})
afterAll(() => server.stop())

const get = (path: string, headers: Record<string, string> = {}) => server.app.inject({ url: `/api${path}`, headers })
const request = async (path: string, language: string, payload?: object) => {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
  const reply = await server.app.inject({
    url: `/api${path}`,
    method: payload ? 'POST' : 'GET',
    headers,
    ...(payload && { payload }),
  })
  return { headers: reply.headers, body: reply.json() }
}

describe('a language file', () => {
  test.each(FILE_NAMES)('%s is served without sign-in, complete, in every language', async (file) => {
    const ours = Object.keys(FILES['en-US'][file]!)
    for (const language of ['en-US', 'en-GB', 'en-AU', 'es', 'de']) {
      const reply = await get(`/resources/${file}/${language}`)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-language']).toBe(language)
      expect(Object.keys(reply.json())).toEqual(ours)
    }
  })

  test('has the specification’s refusal to the letter in every English', async () => {
    const refusal =
      'Sorry! You are not authorized to navigate to requested page. Please contact administrator if you need access.'
    for (const language of ['en-US', 'en-GB', 'en-AU']) {
      expect((await get(`/resources/Common/${language}`)).json().MsgNotAuthorised).toBe(refusal)
      expect((await get(`/resources/Session/${language}`)).json().MsgForbidden).toBe(`${refusal} Redirecting to home page`)
    }
  })

  test('has the language of its tag, also for another region', async () => {
    const words = async (language: string) => (await get(`/resources/Layout/${language}`)).json().ButtonUndo
    expect(await words('en-US')).toBe('Undo')
    expect(await words('de')).toBe('Rückgängig')
    expect(await words('de-CH')).toBe('Rückgängig')
    expect(await words('es-MX')).toBe('Deshacer')
  })

  test('is revalidated by its ETag, and cached forever with the build', async () => {
    const first = await get('/resources/Layout/de')
    expect(first.headers['cache-control']).toBe('public, no-cache')
    const tag = first.headers.etag as string
    expect((await get('/resources/Layout/de', { 'if-none-match': tag })).statusCode).toBe(304)
    expect((await get('/resources/Layout/es')).headers.etag).not.toBe(tag)
    const ofBuild = await get('/resources/Layout/de?build=abc')
    expect(ofBuild.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('that does not exist is refused with the list of existing ones', async () => {
    const file = await get('/resources/Nothing/de')
    expect(file.statusCode).toBe(404)
    expect(file.json()).toMatchObject({
      Message: t('MsgNoSuchFile', { file: 'Nothing', files: FILE_NAMES.join(', ') }).text,
    })
    const language = await get('/resources/Layout/tlh')
    expect(language.statusCode).toBe(404)
    expect(language.json().Message).toContain('en-US, en-GB, en-AU, es, de')
  })
})

describe('several language files', () => {
  test('are served in one reply with the content of the single files; without names, all of them', async () => {
    const two = (await get('/resources/de?files=Layout,session')).json()
    expect(two).toEqual({ Layout: FILES.de.Layout, Session: FILES.de.Session })
    const all = await get('/resources/es')
    expect(all.json()).toEqual(FILES.es)
    expect(all.headers['content-language']).toBe('es')
  })

  test('are cached like a single one', async () => {
    const first = await get('/resources/de?files=Layout,Session')
    expect(first.headers['cache-control']).toBe('public, no-cache')
    const tag = first.headers.etag as string
    expect((await get('/resources/de?files=Layout,Session', { 'if-none-match': tag })).statusCode).toBe(304)
    for (const other of ['/resources/de?files=Layout', '/resources/es?files=Layout,Session'])
      expect((await get(other, { 'if-none-match': tag })).statusCode).toBe(200)
    const ofBuild = await get('/resources/de?files=Layout,Session&build=abc')
    expect(ofBuild.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('are refused if one does not exist', async () => {
    expect((await get('/resources/de?files=Layout,Nothing')).statusCode).toBe(404)
    expect((await get('/resources/tlh')).json().Message).toContain('en-US, en-GB, en-AU, es, de')
  })
})

describe('a reply’s texts', () => {
  const unknownUser = { organisationSystemName: '', userName: 'a' }

  test('are in the requested language: a refusal with its title', async () => {
    const { headers, body } = await request('/package/get/00000000-0000-4000-8000-000000000000', 'de')
    expect(body).toMatchObject({
      Title: translationOf('de').Refusal?.TitleNotFound,
      Message: translationOf('de').Refusal?.MsgNotFound,
      Code: 'MsgNotFound',
    })
    expect(headers['content-language']).toBe('de')
    const spanish = await request('/nowhere', 'fr, es-AR;q=0.8, de;q=0.5')
    expect(spanish.body).toMatchObject({ Message: translationOf('es').Refusal?.MsgNotFound })
  })

  test('are in the requested language: a schema’s error, and a success', async () => {
    const refused = await request('/account/forgotpassword', 'de', unknownUser)
    expect(refused.body).toMatchObject({
      Message: translationOf('de').Session?.MsgOrganisationEmpty,
      Field: 'OrganisationSystemName',
    })
    const done = await request('/account/forgotpassword', 'es', { ...unknownUser, organisationSystemName: 'nobody' })
    expect(done.body).toEqual({ Message: translationOf('es').Session?.MsgResetSent })
  })

  test('are in the requested language: names in a reply', async () => {
    const { body } = await request('/package/getpackagestatustypes', 'de')
    expect(body).toContainEqual({ Id: 1, Name: 'Im Fach', GroupId: 1, GroupName: 'Active' })
  })

  test('contain their values', async () => {
    const { body } = await request('/lockerbank/getalllockerbanks', 'de', { pageSize: 1, pageIndex: 999999 })
    expect(body).toMatchObject({ Message: translationOf('de').Refusal?.MsgTooDeep?.replace('{max}', '10000') })
  })

  test('are in the default language without a supported language', async () => {
    for (const language of ['', 'fr', '*', 'en-US,de;q=0.5', 'x'.repeat(2000), ';;;q=,,,']) {
      const { headers, body } = await request('/account/forgotpassword', language, unknownUser)
      expect(body).toMatchObject({ Message: tSession('MsgOrganisationEmpty').text })
      expect(headers['content-language']).toBeUndefined()
    }
  })
})
