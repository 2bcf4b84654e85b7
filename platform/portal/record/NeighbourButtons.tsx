import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { numberText } from '#platform/define-messages.ts'
import { toast } from '../feedback/toast.tsx'
import { useAttempt } from '../feedback/use-attempt.ts'
import { t } from '../messages.ts'
import { useGo } from '../navigation/links.tsx'
import { ToolButton } from '../ui/ToolButton.tsx'
import { hasNeighbour, neighbourOf, positionOf, type Step } from './opened-list.ts'
import classes from './record.module.css'

/** '12 of 341' in the list that the record was opened from, with buttons and keys (J, K) for its neighbours. */
export function NeighbourButtons() {
  const { pathname, searchStr } = useLocation()
  const go = useGo()
  const { isUnderWay, attempt } = useAttempt()
  const position = positionOf(pathname)
  const visit = (step: Step) =>
    void attempt(async () => {
      if (!position || !hasNeighbour(position, step)) return
      try {
        const path = await neighbourOf(position, step)
        if (path) go(path + searchStr)
      } catch (error) {
        toast.failure(error)
      }
    })
  useHotkeys([
    ['j', () => visit(1)],
    ['k', () => visit(-1)],
  ])
  if (!position) return null
  const { page, index } = position
  const values = { position: numberText(page.offset + index + 1), total: numberText(page.total) }
  return (
    <div className={classes.neighbours}>
      <span className={classes.position}>{t(page.totalIsAtLeast ? 'RecordOfMore' : 'RecordOf', values).text}</span>
      <ToolButton
        name={t('RecordPrevious').text}
        icon={IconChevronLeft}
        disabled={isUnderWay || !hasNeighbour(position, -1)}
        onClick={() => visit(-1)}
        aria-keyshortcuts="K"
      />
      <ToolButton
        name={t('RecordNext').text}
        icon={IconChevronRight}
        disabled={isUnderWay || !hasNeighbour(position, 1)}
        onClick={() => visit(1)}
        aria-keyshortcuts="J"
      />
    </div>
  )
}
