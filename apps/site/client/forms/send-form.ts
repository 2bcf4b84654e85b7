/** What is sent beside the fields, or nothing. */
type More = () => Promise<Readonly<Record<string, string>>>

/**
 * Sends a form in place, and shows the text for the server's plain reply, any other reply as it is (spec 3 §8). A refused form
 * keeps its content. Without this script the browser sends the form by itself.
 */
export function followForm(form: HTMLFormElement, more: More = async () => ({})) {
  const reply = form.querySelector<HTMLElement>('[data-reply]')!
  const { required = '', invalidEmail = '', ok = '', failed = '' } = form.dataset
  const texts: Record<string, string> = { _required_: required, _invalid_email_: invalidEmail, _ok_: ok }
  form.noValidate = true
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')!
    button.disabled = true
    const answer = await send(form, more).catch(() => failed)
    button.disabled = false
    reply.textContent = texts[answer] ?? (answer || failed)
    if (answer === '_ok_') form.reset()
  })
}

async function send(form: HTMLFormElement, more: More): Promise<string> {
  const body = new URLSearchParams([...new FormData(form)] as [string, string][])
  body.set('ajax', 'true')
  for (const [name, value] of Object.entries(await more())) body.set(name, value)
  // `form.action` would be the field of that name.
  const reply = await fetch(form.getAttribute('action')!, { method: 'POST', body })
  if (reply.status >= 500) throw new Error(String(reply.status))
  if (!reply.headers.get('content-type')?.includes('json')) return (await reply.text()).trim()
  const { Message = '' } = (await reply.json()) as { Message?: string }
  return Message
}
