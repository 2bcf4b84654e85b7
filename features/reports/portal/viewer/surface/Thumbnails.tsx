import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import { t as tPages } from '#platform/page-messages.ts'
import { t } from '../../../viewer-messages.ts'
import type { Controller } from '../controller.ts'
import type { ViewerState } from '../state/state.ts'
import { PAPER_HEIGHT, PAPER_WIDTH, Paper } from './Paper.tsx'
import { usePage } from './use-page.ts'
import classes from './viewer.module.css'

/** Width of a small page, and the height of its entry, in px. */
const WIDTH = 180
const ENTRY = Math.round((WIDTH / PAPER_WIDTH) * PAPER_HEIGHT) + 40

/** Small pages, of which only those in sight are drawn; each leads to its page. */
export function Thumbnails({ controller, state }: { controller: Controller; state: ViewerState }) {
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const list = useVirtualizer({ count: state.pageCount, getScrollElement: () => panel, estimateSize: () => ENTRY, overscan: 1 })
  useEffect(() => list.scrollToIndex(state.pageNumber - 1), [list, state.pageNumber])
  return (
    <nav ref={setPanel} className={classes.panel} aria-label={t('LabelThumbnails').text}>
      <div className={classes.thumbnails} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => (
          <div key={index} className={classes.entry} style={{ transform: `translateY(${start}px)` }}>
            <Thumbnail controller={controller} state={state} pageNumber={index + 1} />
          </div>
        ))}
      </div>
    </nav>
  )
}

type Props = { controller: Controller; state: ViewerState; pageNumber: number }
function Thumbnail({ controller, state, pageNumber }: Props) {
  const page = usePage(controller, state.ids?.documentId, pageNumber)
  const name = tPages('GridPage', { page: pageNumber }).text
  return (
    <div className={classes.thumbnail}>
      <div inert aria-hidden className={classes.picture}>
        {page && <Paper page={page} controller={controller} scale={WIDTH / PAPER_WIDTH} />}
      </div>
      <button
        type="button"
        aria-current={pageNumber === state.pageNumber ? 'page' : undefined}
        onClick={() => void controller.goToPage(pageNumber)}
      >
        {name}
      </button>
    </div>
  )
}
