import { describe, expect, it, vi } from 'vitest'
import { errorOfReply, reasonOf, textsOf, unreachable } from './call-error.ts'

/** The message that the user gets for a refused call, with the screen's title if given. */
const errorText = async (body: unknown, title?: string) =>
  textsOf(await errorOfReply(Response.json(body, { status: 422 })), title)

describe('the message of a refused call', () => {
  it('is the reply’s message with its title or the screen’s', async () => {
    const reply = { Title: 'Not possible', Message: 'It is full.', ErrorMessage: 'other', Code: 'MsgFull' }
    expect(await errorText(reply)).toEqual({ title: 'Not possible', message: 'It is full.' })
    expect(await errorText(reply, 'Failed to open locker')).toEqual({ title: 'Failed to open locker', message: 'It is full.' })
    expect(await errorText({ ErrorMessage: 'It is full.' })).toEqual({ title: '', message: 'It is full.' })
    expect(await errorText({ error: 'invalid_grant', error_description: 'Locked.' })).toEqual({ title: '', message: 'Locked.' })
  })

  it('is only its title when it has no message', async () => {
    expect(await errorText({ Title: 'Not possible', Message: '', ErrorMessage: '' })).toEqual({
      title: '',
      message: 'Not possible',
    })
    expect(await errorText({ Title: 'Failed' }, 'Failed')).toEqual({ title: '', message: 'Failed' })
  })

  it('is only the screen’s title, or the screen’s own text under it, when the reply has no text', async () => {
    expect(await errorText({}, 'Publish failed')).toEqual({ title: '', message: 'Publish failed' })
    const unexplained = await errorOfReply(Response.json({ error: 'invalid_grant', Code: 'MsgX' }, { status: 400 }))
    expect(textsOf(unexplained, 'Login failed', 'Please try again!')).toEqual({
      title: 'Login failed',
      message: 'Please try again!',
    })
    expect(reasonOf(unexplained, 'Unable to load form.')).toBe('Unable to load form.')
  })

  it('is a fallback without both, and for a reply that is not JSON', async () => {
    const fallback = 'Something went wrong on our side. The error has been logged.'
    expect(await errorText({})).toEqual({ title: '', message: fallback })
    const page = new Response('<html>Bad Gateway</html>', { status: 502 })
    expect(textsOf(await errorOfReply(page)).message).toBe(fallback)
  })

  it('is that the server cannot be reached without a reply', () => {
    expect(textsOf(unreachable()).message).toBe('The server cannot be reached. Please check your connection and try again.')
  })

  it('is the fallback for an error of the page, which is logged', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(textsOf(new Error('undefined is not a function')).message).not.toContain('undefined')
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })
})
