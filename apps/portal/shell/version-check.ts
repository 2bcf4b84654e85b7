import { t } from '#features/session/messages.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { loadTexts } from '#platform/portal/session/language.ts'

/** Spec 1 §9, in ms. */
const TIMEOUT = 5000
const NOTICE = 3000

let loadedWith: string | null = null
let reloading = false
let underWay: Promise<string | null> | null = null

/**
 * Requests the build time of the index page (spec 1 §4), at the start of the page and after each change of screen, before sign-in
 * too. The first response is that of this page; a different one later means a newer build: shows a notice and reloads the page. A
 * failed request is ignored.
 */
export async function checkVersion() {
  underWay ??= lastModified().finally(() => {
    underWay = null
  })
  const now = await underWay
  if (!now || reloading) return
  loadedWith ??= now
  if (now === loadedWith) return
  reloading = true
  await loadTexts(['Session'])
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
