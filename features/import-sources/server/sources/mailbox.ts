import PostalMime from 'postal-mime'
import { t } from '../../messages.ts'
import { openPop3, Pop3Refusal } from './pop3.ts'
import { isFetched, MAX_LISTED, MAX_MESSAGE_BYTES, type Open, SourceFailure } from './source.ts'

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
    fetch: async ({ key }) => {
      const { attachments } = await PostalMime.parse(await pop3.read(numbers.get(key)!, MAX_MESSAGE_BYTES))
      return attachments.flatMap(({ filename, content }) =>
        filename && isFetched(filename) ? [{ name: filename, bytes: bytesOf(content) }] : [],
      )
    },
    putAway: async ({ key }, folder) => {
      if (folder === 'done') await pop3.remove(numbers.get(key)!)
    },
    close: () => pop3.quit(),
  }
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array)
