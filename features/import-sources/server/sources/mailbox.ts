import { parserProcess, Unreadable } from '#platform/server/parser-process.ts'
import { t } from '../../messages.ts'
import type { ReadMessage } from './message.ts'
import { openPop3, Pop3Refusal } from './pop3.ts'
import { type Fetched, MAX_LISTED, MAX_MESSAGE_BYTES, type MessageHead, type Open, SourceFailure } from './source.ts'

/** Anybody can send a message. One of the largest size takes a few seconds and some 100 MB. */
const readMessage = parserProcess<{ sent: Uint8Array; isHead: boolean }, ReadMessage>(new URL('message.ts', import.meta.url), {
  seconds: 60,
  megabytes: 256,
})

const headOf = (sent: Buffer): Promise<MessageHead> => readMessage({ sent, isHead: true }).then(({ head }) => head)
/** A message whose reading takes too long or too much memory still has a head. */
async function read(sent: Buffer): Promise<Fetched> {
  try {
    const { head, files } = await readMessage({ sent, isHead: false })
    return { head, files: files?.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })) ?? null }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { head: await headOf(sent), files: null }
  }
}

/** Opens a mailbox by POP3. Messages whose files were fetched are deleted when the connection is closed. */
export const openMailbox: Open = async (source, address, signal) => {
  const { host, userName, password } = source
  const pop3 = await openPop3(source, address, signal)
  try {
    await pop3.signIn(userName, password)
  } catch (error) {
    pop3.destroy()
    throw error instanceof Pop3Refusal ? new SourceFailure(t('FailedLogin')) : error
  }
  const numbers = new Map<string, string>()
  return {
    fingerprint: '',
    maxBytes: MAX_MESSAGE_BYTES,
    list: async () => {
      const messages = await pop3.messages()
      if (messages.length > MAX_LISTED) throw new SourceFailure(t('FailedTooMany', { max: MAX_LISTED }))
      return messages.map(({ number, id, size }) => {
        // Other mailboxes may use the same ids.
        const key = `${userName}@${host} ${id}`
        numbers.set(key, number)
        return { key, name: '', size }
      })
    },
    fetch: async ({ key }) => read(await pop3.read(numbers.get(key)!, MAX_MESSAGE_BYTES)),
    headOf: async ({ key }) => {
      const headings = await pop3.headings(numbers.get(key)!)
      return headings && headOf(headings)
    },
    putAway: async ({ key }, folder) => {
      if (folder === 'done') await pop3.remove(numbers.get(key)!)
    },
    close: () => pop3.quit(),
  }
}
