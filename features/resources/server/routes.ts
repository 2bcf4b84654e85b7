import { createHash } from 'node:crypto'
import { LANGUAGES, languageOf } from '#platform/language.ts'
import { say } from '#platform/messages.ts'
import { found, Refused } from '#platform/server/refusal.ts'
import type { Serve } from '#platform/server/serve.ts'
import { resources } from '../contract.ts'
import { FILE_NAMES } from '../names.ts'
import { TABLES } from './tables.ts'

const FOR_GOOD = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'public, no-cache'

/** The texts of the portal in the languages that there are (spec 1 §7). */
export function resourcesRoutes(serve: Serve): void {
  const tags = new Map(
    LANGUAGES.flatMap((language) => FILE_NAMES.map((file) => [TABLES[language][file], tagOf(TABLES[language][file])])),
  )
  serve.apart(resources.file, ({ params, query, request, reply }) => {
    const language = languageOf(params.language)
    const file = FILE_NAMES.find((name) => name.toLowerCase() === params.file.toLowerCase())
    if (!file) throw new Refused(404, say('MsgNoSuchFile', { file: params.file, files: FILE_NAMES.join(', ') }))
    if (!language)
      throw new Refused(404, say('MsgNoSuchLanguage', { language: params.language, languages: LANGUAGES.join(', ') }))
    const table = TABLES[language][file]
    const tag = found(tags.get(table))
    reply
      .header('cache-control', query.Build ? FOR_GOOD : ASK_AGAIN)
      .header('etag', tag)
      .header('content-language', language)
    if (request.headers['if-none-match'] === tag) {
      reply.status(304).send()
      return {}
    }
    return { ...table }
  })
}

const tagOf = (table: object) => `"${createHash('sha256').update(JSON.stringify(table)).digest('base64url').slice(0, 22)}"`
