import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { type Message, numberText } from '#platform/define-messages.ts'
import { t as tPages } from '#platform/page-messages.ts'
import { MAX_OFFSET } from '#platform/wire.ts'
import { t } from '../../messages.ts'
import classes from '../grid.module.css'
import type { Page } from '../grid-types.ts'
import { lastReachable } from '../state/grid-address.ts'
import { nextPage } from '../state/paging.ts'
import type { GridState } from '../state/use-grid-state.ts'

const SIZES = [20, 50, 100] as const

/** The range of visible rows, and buttons to the other pages. */
export function Pager({ page, state }: { page: Page<unknown>; state: GridState }) {
  const from = (state.page - 1) * state.size + 1
  const range = { from: numberText(from), to: numberText(from + page.Data.length - 1), total: numberText(page.Total) }
  const next = nextPage(page, state)
  const last = Math.ceil(page.Total / state.size)
  const whyNotLast = whyNoLastPage(page, last, state)
  // Beyond the offset limit pages have no number to go back by; the browser's Back works.
  const mayGoBack = state.page > 1 && (state.page - 2) * state.size < MAX_OFFSET
  const sizes = [...new Set([...SIZES, state.size])].sort((a, b) => a - b)
  return (
    <nav className={classes.pager} aria-label={tPages('GridPage', { page: state.page }).text}>
      <NativeSelect
        size="xs"
        aria-label={t('GridRows').text}
        value={String(state.size)}
        data={sizes.map((size) => ({ value: String(size), label: t('GridRowsOf', { count: size }).text }))}
        onChange={(event) => state.setSize(Number(event.currentTarget.value))}
      />
      <span className={classes.range}>{t(page.TotalIsAtLeast ? 'GridRangeAtLeast' : 'GridRange', range).text}</span>
      <Turn label="GridFirst" icon={IconChevronsLeft} to={state.page > 1 ? () => state.setPage(1) : null} />
      <Turn label="GridPrevious" icon={IconChevronLeft} to={mayGoBack ? () => state.setPage(state.page - 1) : null} />
      <Turn label="GridNext" icon={IconChevronRight} to={next && (() => state.setPage(next.page, next.after))} />
      <Turn label="GridLast" icon={IconChevronsRight} to={whyNotLast ? null : () => state.setPage(last)} reason={whyNotLast} />
    </nav>
  )
}

/** Why the last page cannot be opened, or null. Without a number, a page is only reached from the one before. */
function whyNoLastPage({ Total, TotalIsAtLeast }: Page<unknown>, last: number, { page, size }: GridState): Message | null {
  if (TotalIsAtLeast) return t('GridLastUnknown', { count: numberText(Total) })
  if (page >= last) return t('GridLastShown')
  return last > lastReachable(size) ? t('GridLastTooFar', { count: numberText(MAX_OFFSET) }) : null
}

type TurnProps = {
  label: Parameters<typeof tPages>[0]
  icon: typeof IconChevronLeft
  to: (() => unknown) | null
  /** Shown instead of the label when it is disabled; the button can then have the focus. */
  reason?: Message | null
}
function Turn({ label, icon: Icon, to, reason }: TurnProps) {
  const explained = reason ? { 'data-disabled': true, 'aria-disabled': true, title: reason.text } : { disabled: !to }
  return (
    <ActionIcon variant="default" aria-label={tPages(label).text} {...explained} onClick={() => to?.()}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
