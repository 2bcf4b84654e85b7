import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowNarrowDown, IconArrowNarrowUp } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { numberText } from '#platform/define-messages.ts'
import { toast } from '../feedback/toast.tsx'
import { useAttempt } from '../feedback/use-attempt.ts'
import { t } from '../messages.ts'
import { keysWork } from '../navigation/keys.ts'
import { useGo } from '../navigation/links.tsx'
import { hasNeighbour, neighbourOf, positionOf, type Step } from './opened-list.ts'
import classes from './record.module.css'

/** The same screen of another record: screens of a record differ in the last part of their paths. */
const sameScreen = (of: string, path: string) => of.replace(/[^/]*$/, path.slice(path.lastIndexOf('/') + 1))

const STEPS = [
  { step: -1, name: 'RecordPrevious', key: 'K', Icon: IconArrowNarrowUp },
  { step: 1, name: 'RecordNext', key: 'J', Icon: IconArrowNarrowDown },
] as const

/** '12 of 341' in the list that the record was opened from, with buttons and keys (J, K) for its neighbours. */
export function NeighbourButtons({ path }: { path: string }) {
  const { pathname, searchStr } = useLocation()
  const go = useGo()
  const { isUnderWay, attempt } = useAttempt()
  const position = positionOf(path)
  const visit = (step: Step) =>
    void attempt(async () => {
      if (!position || !hasNeighbour(position, step)) return
      try {
        const next = await neighbourOf(position, step)
        if (next) go(sameScreen(next, pathname) + searchStr)
      } catch (error) {
        toast.failure(error)
      }
    })
  const visitByKey = (step: Step) => {
    if (keysWork()) visit(step)
  }
  useHotkeys(STEPS.map(({ step, key }) => [key, () => visitByKey(step)]))
  if (!position) return null
  const { page, index } = position
  const values = { position: numberText(page.offset + index + 1), total: numberText(page.total) }
  return (
    <div className={classes.neighbours}>
      <span className={classes.position}>{t(page.totalIsAtLeast ? 'RecordOfMore' : 'RecordOf', values).text}</span>
      {STEPS.map(({ step, name, key, Icon }) => (
        <ActionIcon
          key={key}
          variant="default"
          size="lg"
          aria-label={t(name).text}
          title={t(name).text}
          aria-keyshortcuts={key}
          disabled={isUnderWay || !hasNeighbour(position, step)}
          onClick={() => visit(step)}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  )
}
