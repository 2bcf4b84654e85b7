/** What is sent beside the fields, or nothing. */
type More = () => Promise<Readonly<Record<string, string>>>

/**
 * Sends a form in place, and shows the text for the server's plain reply, any other reply as it is (spec 3 §8). A refused form
 * keeps its content, and its first wrong field gets the focus. Without this script the browser sends the form by itself.
 */
export function followForm(form: HTMLFormElement, more: More = async () => ({})) {
  const reply = form.querySelector<HTMLElement>('[data-reply]')!
  const { required = '', invalidEmail = '', ok = '', failed = '' } = form.dataset
  const texts: Record<string, string> = { _required_: required, _invalid_email_: invalidEmail, _ok_: ok }
  reply.id = `reply-${form.dataset.enquiry ?? 'newsletter'}`
  form.noValidate = true
  let isSending = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    // Not disabled: the button would lose the focus.
    if (isSending) return
    isSending = true
    const answer = await send(form, more).catch(() => failed)
    isSending = false
    reply.textContent = texts[answer] ?? (answer || failed)
    if (answer === '_ok_') form.reset()
    mark(answer === '_required_' ? firstEmpty(form) : answer === '_invalid_email_' ? fieldOf(form, 'email') : null)
  })
  // A calendar only changes.
  for (const edit of ['input', 'change']) form.addEventListener(edit, () => mark(null))

  function mark(wrong: HTMLElement | null) {
    for (const field of form.querySelectorAll('[aria-invalid]')) {
      field.removeAttribute('aria-invalid')
      field.removeAttribute('aria-describedby')
    }
    wrong?.setAttribute('aria-invalid', 'true')
    wrong?.setAttribute('aria-describedby', reply.id)
    wrong?.focus()
  }
}

const fieldOf = (form: HTMLFormElement, name: string) => form.querySelector<HTMLInputElement>(`[name="${name}"]`)

/** The first field that is required and empty; of a quote without cabinets, the first number. */
function firstEmpty(form: HTMLFormElement): HTMLElement | null {
  const required = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[required]')]
  const empty = required.find(({ value }) => value.trim() === '') ?? form.querySelector<HTMLElement>('[type="number"]')
  // A calendar stands for the fields of its days.
  const days = empty?.closest('[hidden]') && empty.closest('[data-days]')
  return days ? days.querySelector<HTMLElement>('[readonly]') : (empty ?? null)
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
