import type { FastifyReply } from 'fastify'
import { Refusal } from '#platform/server/http/refusal.ts'
import { REPLIES } from '../contract.ts'

const TOO_MANY = 429
/** The pages of the site for a form that was refused. */
const REFUSED: Readonly<Record<string, string>> = {
  [REPLIES.required]: '/form/incomplete/',
  [REPLIES.invalidEmail]: '/form/email/',
  [TOO_MANY]: '/form/later/',
}

type Form = { readonly ajax?: string | undefined }
type To = { readonly reply: FastifyReply; readonly publicUrl: string /** The page after success. */; readonly sent: string }

/**
 * Replies to a form of the public site: with the plain text of `receive` to its script, which sends `ajax`; without a script by
 * leading to a page of the site, above a limit too (decisions "Public site").
 */
export async function replyToForm({ ajax }: Form, { reply, publicUrl, sent }: To, receive: () => Promise<string>): Promise<void> {
  if (ajax === 'true') return void (await reply.type('text/plain; charset=utf-8').send(await receive()))
  const answer = await receive().catch((error: unknown) => {
    if (error instanceof Refusal && error.status === TOO_MANY) return String(TOO_MANY)
    throw error
  })
  await reply.redirect(publicUrl + (REFUSED[answer] ?? sent), 303)
}
