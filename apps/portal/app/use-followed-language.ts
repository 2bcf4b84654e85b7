import { useEffect, useState } from 'react'
import type { Language } from '#platform/language.ts'
import { changeLanguage } from '#platform/portal/session/language.ts'

/**
 * Speaks what the viewer chose, wherever that was: the page is loaded again in another language. True once the first screen
 * may be shown.
 */
export function useFollowedLanguage(language: Language | undefined): boolean {
  const [isAgreed, setAgreed] = useState(false)
  useEffect(() => {
    if (language && !changeLanguage(language)) setAgreed(true)
  }, [language])
  return isAgreed
}
