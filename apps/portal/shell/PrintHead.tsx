import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import classes from './shell.module.css'

const time = () => new Date().toISOString()

/** Above the title, on paper only: whose page it is, and of what time. */
export function PrintHead() {
  const { organisation } = useViewer()
  const { dateTime } = useTimeText()
  const [at, setAt] = useState(time)
  useEffect(() => {
    const print = () => flushSync(() => setAt(time()))
    addEventListener('beforeprint', print)
    return () => removeEventListener('beforeprint', print)
  }, [])
  return <p className={classes.onPaper}>{`${organisation.name} · ${dateTime(at)}`}</p>
}
