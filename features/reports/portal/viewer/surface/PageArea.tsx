import { type KeyboardEvent, useEffect, useState } from 'react'
import { t as tPages } from '#platform/page-messages.ts'
import { ScrollSection } from '#platform/portal/ui/scrolling.tsx'
import type { Controller } from '../controller.ts'
import { clampedScale, type ViewerState } from '../state/state.ts'
import { ContinuousPages } from './ContinuousPages.tsx'
import { PAPER_HEIGHT, PAPER_WIDTH, Paper } from './Paper.tsx'
import { useSize } from './use-size.ts'
import classes from './viewer.module.css'

const MARGIN = 16
/** The smallest scale of FIT_PAGE_WIDTH, so that texts stay readable; a page that is wider than the frame scrolls. */
const READABLE = 0.6

type Props = { controller: Controller; state: ViewerState; onScale: (scale: number) => void; shownScale: number }

/** White paper in a dark frame: the pages, or why there are none. */
export function PageArea({ controller, state, onScale, shownScale }: Props) {
  const { page, phase, error, scaleMode, search } = state
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [height, setHeight] = useState(PAPER_HEIGHT)
  const room = useSize(frame)
  const fitWidth = Math.max(room.width - 2 * MARGIN, 1) / PAPER_WIDTH
  const fitPage = Math.min(fitWidth, Math.max(room.height - 2 * MARGIN, 1) / (state.isContinuous ? PAPER_HEIGHT : height))
  const scale =
    scaleMode === 'SPECIFIC' ? state.scale : clampedScale(scaleMode === 'FIT_PAGE' ? fitPage : Math.max(fitWidth, READABLE))
  useEffect(() => onScale(scale), [scale, onScale])
  const isTurning = phase === 'ready' && page?.pageNumber !== state.pageNumber && state.pageCount > 0
  const isBusy = phase === 'loading' || isTurning
  const found = search.found[search.position]
  return (
    <ScrollSection
      ref={setFrame}
      className={classes.frame}
      aria-label={tPages('GridPage', { page: state.pageNumber }).text}
      aria-busy={isBusy}
      onKeyDown={(event) => event.target === event.currentTarget && followKey(event, controller, shownScale)}
    >
      {error && (
        <div className={classes.error} role="alert">
          <span>{error}</span>
          <button type="button" className={classes.quiet} onClick={() => void controller.refresh()}>
            {tPages('GridReload').text}
          </button>
        </div>
      )}
      {isBusy && !page && <span className={classes.loader} aria-hidden />}
      {page && state.isContinuous && (
        <ContinuousPages controller={controller} state={state} scale={scale} frame={frame} shown={found} />
      )}
      {page && !state.isContinuous && (
        <Paper
          page={page}
          controller={controller}
          scale={scale}
          keepsRows={scaleMode !== 'FIT_PAGE'}
          target={state.target?.page === page.pageNumber ? state.target : null}
          marked={search.text}
          shown={found?.page === page.pageNumber ? found : undefined}
          onHeight={setHeight}
        />
      )}
    </ScrollSection>
  )
}

/** Keys of the page while it has the focus: it is scrolled by arrows, and turned by page keys at its ends. */
function followKey(event: KeyboardEvent<HTMLElement>, controller: Controller, scale: number) {
  if (event.altKey || event.metaKey) return
  const { scrollTop, scrollHeight, clientHeight } = event.currentTarget
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1
  const isSingle = !controller.read().isContinuous
  const frame = event.currentTarget
  const toTop = () => frame.scrollTo({ top: 0 })
  const commands: Record<string, (() => unknown) | false> = {
    PageDown: isSingle && isAtEnd && (() => controller.nextPage().then(toTop)),
    PageUp: isSingle && scrollTop === 0 && controller.previousPage,
    Home: event.ctrlKey && controller.firstPage,
    End: event.ctrlKey && controller.lastPage,
    '+': () => controller.zoomIn(scale),
    '-': () => controller.zoomOut(scale),
    '/': () => controller.read().searchVisible || controller.toggleSearch(),
  }
  const command = commands[event.key]
  if (!command) return
  event.preventDefault()
  void command()
}
