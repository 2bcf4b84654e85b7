import { useEffect, useMemo } from 'react'
import type { PublicScreen, PublicScreenProps } from '#platform/portal/navigation/screen.ts'
import { loadTexts } from '#platform/portal/session/language.ts'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { Logo } from '../shell/Logo.tsx'
import { setTitleAndClass } from '../title-and-class.ts'
import classes from './public.module.css'

/** The frame of a page before sign-in: the name of the product, the page, the release. */
export function PublicPage({ screen, params, query }: { screen: PublicScreen } & PublicScreenProps) {
  const Screen = useMemo(() => lazyComponent<PublicScreenProps>(() => loadTexts(screen.texts).then(screen.load)), [screen])
  useEffect(() => setTitleAndClass({ path: screen.path, title: screen.title() }), [screen])
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
