import { useEffect, useMemo } from 'react'
import { loadTexts } from '#platform/portal/language.ts'
import { later } from '#platform/portal/later.tsx'
import type { PublicScreen, PublicScreenProps } from '#platform/portal/screen.ts'
import { setPlace } from '../place.ts'
import { Logo } from '../shell/Logo.tsx'
import classes from './public.module.css'

/** The frame of a page before sign-in: the name of the product, the page, the release. */
export function PublicPage({ screen, params, query }: { screen: PublicScreen } & PublicScreenProps) {
  const Screen = useMemo(() => later<PublicScreenProps>(() => loadTexts(screen.texts).then(screen.load)), [screen])
  useEffect(() => setPlace({ path: screen.path, title: screen.title() }), [screen])
  useEffect(() => {
    document.body.classList.toggle('self-register', screen.isSelfRegister ?? false)
    return () => document.body.classList.remove('self-register')
  }, [screen])
  return (
    <div className={classes.page}>
      <header className={classes.name}>
        <Logo />
      </header>
      <main className={classes.main}>
        <Screen params={params} query={query} />
      </main>
      <footer className={classes.footer}>Parcelhall {__RELEASE__}</footer>
    </div>
  )
}
