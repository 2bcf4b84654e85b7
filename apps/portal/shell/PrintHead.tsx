import { useViewer } from '#platform/portal/session/viewer.tsx'
import { printing } from '#platform/portal/ui/print.ts'
import { useStore } from '#platform/portal/ui/store.ts'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import classes from './shell.module.css'

/** Above the title, on paper only: whose page it is, and of what time. */
export function PrintHead() {
  const { organisation } = useViewer()
  const { dateTime } = useTimeText()
  // The time of printing, updated when printing begins.
  useStore(printing)
  return <p className={classes.onPaper}>{`${organisation.name} · ${dateTime(new Date().toISOString())}`}</p>
}
