import { describe, expect, it, vi } from 'vitest'
import { errorOfReply, unreachable, wordsOf } from './call-error.ts'

/** What a person is told of a refused call, under the screen's own title where it has one. */
const told = async (body: unknown, title?: string) => wordsOf(await errorOfReply(Response.json(body, { status: 422 })), title)

describe('what is told of a refused call', () => {
  it('is the reply’s message under its title, or under the screen’s', async () => {
    const reply = { Title: 'Not possible', Message: 'It is full.', ErrorMessage: 'other', Code: 'MsgFull' }
    expect(await told(reply)).toEqual({ title: 'Not possible', message: 'It is full.' })
    expect(await told(reply, 'Failed to open locker')).toEqual({ title: 'Failed to open locker', message: 'It is full.' })
    expect(await told({ ErrorMessage: 'It is full.' })).toEqual({ title: '', message: 'It is full.' })
    expect(await told({ error: 'invalid_grant', error_description: 'Locked.' })).toEqual({ title: '', message: 'Locked.' })
  })

  it('is its title alone, once, when it has no message', async () => {
    expect(await told({ Title: 'Not possible', Message: '', ErrorMessage: '' })).toEqual({ title: '', message: 'Not possible' })
    expect(await told({ Title: 'Failed' }, 'Failed')).toEqual({ title: '', message: 'Failed' })
  })

  it('is a fallback when it has neither, and when it is no JSON at all', async () => {
    const fallback = 'Something went wrong on our side. The error has been logged.'
    expect(await told({})).toEqual({ title: '', message: fallback })
    expect(await told({}, 'Publish failed')).toEqual({ title: 'Publish failed', message: fallback })
    const page = new Response('<html>Bad Gateway</html>', { status: 502 })
    expect(wordsOf(await errorOfReply(page)).message).toBe(fallback)
  })

  it('is that the server cannot be reached when no reply came', () => {
    expect(wordsOf(unreachable()).message).toBe('The server cannot be reached. Please check your connection and try again.')
  })

  it('is the fallback for a fault of the page, which is logged', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(wordsOf(new Error('undefined is not a function')).message).not.toContain('undefined')
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })
})
