/** What is sent beside the fields, or nothing. */
type More = () => Promise<Readonly<Record<string, string>>>

/**
 * Sends a form in place, and shows the text for the server's plain reply, any other reply as it is (spec 3 §8). A refused form
 * keeps its content, its wrong fields are marked, and the first of them gets the focus. Without this script the browser sends the form by itself.
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
    mark(answer === '_required_' ? emptyFields(form) : answer === '_invalid_email_' ? fieldsOf(form, 'email') : [])
  })
  // A calendar only changes.
  for (const edit of ['input', 'change']) form.addEventListener(edit, () => mark([]))

  function mark(wrong: readonly HTMLElement[]) {
    for (const field of form.querySelectorAll('[aria-invalid]')) {
      field.removeAttribute('aria-invalid')
      field.removeAttribute('aria-describedby')
    }
    for (const field of wrong) {
      field.setAttribute('aria-invalid', 'true')
      field.setAttribute('aria-describedby', reply.id)
    }
    wrong[0]?.focus()
  }
}

const fieldsOf = (form: HTMLFormElement, name: string) => [...form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)]

/** The fields that are required and empty; of a quote without cabinets, the first number. */
function emptyFields(form: HTMLFormElement): HTMLElement[] {
  const required = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[required]')]
  const empty: HTMLElement[] = required.filter(({ value }) => value.trim() === '')
  const [number] = form.querySelectorAll<HTMLElement>('[type="number"]')
  if (empty.length === 0 && number) return [number]
  // A calendar stands for the fields of its days.
  const shown = empty.map((field) => {
    const days = field.closest('[hidden]') && field.closest('[data-days]')
    return days ? days.querySelector<HTMLElement>('[readonly]') : field
  })
  return [...new Set(shown)].filter((field) => field !== null)
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
