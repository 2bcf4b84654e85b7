import { t } from '#features/session/messages.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'

/** Spec 1 §9, in ms. */
const TIMEOUT = 5000
const NOTICE = 3000

let loadedWith: string | null = null
let reloading = false

/**
 * Asks when the index page was made (spec 1 §4). The first answer is what this page was loaded with; a later one that differs
 * means a newer build: a notice, then the page reloads. No answer means nothing.
 */
export async function checkVersion() {
  const now = await lastModified()
  if (!now || reloading) return
  loadedWith ??= now
  if (now === loadedWith) return
  reloading = true
  toast.info(t('MsgNewVersion').text)
  setTimeout(() => window.location.reload(), NOTICE)
}

async function lastModified(): Promise<string | null> {
  try {
    const reply = await fetch(`${import.meta.env.BASE_URL}index.html`, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    return reply.ok ? reply.headers.get('Last-Modified') : null
  } catch {
    return null
  }
}
