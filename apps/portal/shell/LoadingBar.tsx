import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from './shell.module.css'

/** The bar completes this long after the change of screen, in ms (spec 1 §4). */
const COMPLETES_AFTER = 100

/** A line at the top while the next screen loads. */
export function LoadingBar() {
  const pending = useRouterState({ select: (state) => state.status === 'pending' })
  const [shown, setShown] = useState(false)
  if (pending && !shown) setShown(true)
  useEffect(() => {
    if (pending || !shown) return
    const timer = setTimeout(() => setShown(false), COMPLETES_AFTER)
    return () => clearTimeout(timer)
  }, [pending, shown])
  return shown ? <div className={classes.loading} data-done={!pending || undefined} aria-hidden /> : null
}
