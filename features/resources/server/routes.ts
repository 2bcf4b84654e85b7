import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MessageTable } from '#platform/define-messages.ts'
import { LANGUAGES, type Language, languageOf } from '#platform/language.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { t } from '#platform/server/messages.ts'
import { resources } from '../contract.ts'
import { languageFiles } from './translations.ts'

const FOR_GOOD = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'public, no-cache'

/** The texts of the portal in all languages (spec 1 §7). */
export function resourcesRoutes(route: Router, { texts }: { readonly texts: readonly MessageTable[] }): void {
  const files = languageFiles(texts)
  const names = texts.map(({ file }) => file)
  const tags = new Map(
    LANGUAGES.flatMap((language) => names.map((file) => [`${language} ${file}`, tagOf(files[language][file]!)])),
  )
  /** False when the client has the current version of these files. */
  function isModified(requested: readonly string[], language: Language, { request, reply, query }: TextsRequest): boolean {
    const tag = `"${tagOf(requested.map((file) => tags.get(`${language} ${file}`)))}"`
    reply
      .header('cache-control', query.Build ? FOR_GOOD : ASK_AGAIN)
      .header('etag', tag)
      .header('content-language', language)
    if (request.headers['if-none-match'] !== tag) return true
    reply.status(304).send()
    return false
  }

  route.withoutTransaction(resources.file, (context) => {
    const [file, language] = [fileNamed(context.params.file, names), languageTagged(context.params.language)]
    return isModified([file], language, context) ? { ...files[language][file] } : {}
  })

  route.withoutTransaction(resources.files, (context) => {
    const language = languageTagged(context.params.language)
    const requested = context.query.Files?.split(',').map((name) => fileNamed(name, names)) ?? names
    if (!isModified(requested, language, context)) return {}
    return Object.fromEntries(requested.map((file) => [file, { ...files[language][file] }]))
  })
}

type TextsRequest = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: { readonly Build?: string | undefined }
}

function fileNamed(name: string, names: readonly string[]): string {
  const file = names.find((one) => one.toLowerCase() === name.toLowerCase())
  if (!file) throw new Refusal(404, t('MsgNoSuchFile', { file: name, files: names.join(', ') }))
  return file
}

function languageTagged(tag: string): Language {
  const language = languageOf(tag)
  if (!language) throw new Refusal(404, t('MsgNoSuchLanguage', { language: tag, languages: LANGUAGES.join(', ') }))
  return language
}

const tagOf = (what: object) => createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 22)
