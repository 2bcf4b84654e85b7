import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t as tPages } from '#platform/page-messages.ts'
import type { Controller } from '../controller.ts'
import type { Found } from '../state/search.ts'
import type { ViewerState } from '../state/state.ts'
import { PAPER_HEIGHT, Paper } from './Paper.tsx'
import { usePage } from './use-page.ts'
import classes from './viewer.module.css'

const GAP = 16
/** What a person scrolls with. */
const BY_PERSON = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

type Props = { controller: Controller; state: ViewerState; scale: number; frame: HTMLElement | null; shown: Found | undefined }

/** All pages below each other; only those in sight are in the document. */
export function ContinuousPages({ controller, state, scale, frame, shown }: Props) {
  const { pageNumber, pageCount, ids } = state
  /** The page that scrolling has brought into sight; another one is scrolled to. */
  const seen = useRef(0)
  const zoom = `${state.scaleMode} ${scale}`
  /** Of the tallest page at this zoom, before scaling: pages that come later keep this place, so that they do not push others down. */
  const [tallest, setTallest] = useState({ zoom, height: PAPER_HEIGHT })
  const pageHeight = tallest.zoom === zoom ? tallest.height : PAPER_HEIGHT
  const grow = useCallback(
    (height: number) =>
      setTallest((before) => ({ zoom, height: Math.max(before.zoom === zoom ? before.height : PAPER_HEIGHT, height) })),
    [zoom],
  )
  /** Scrolls to the place that was asked for last, until a person scrolls. */
  const stay = useRef<(() => void) | null>(null)
  const keep = useCallback((show: () => void) => {
    stay.current = show
  }, [])
  const list = useVirtualizer({
    count: pageCount,
    getScrollElement: () => frame,
    estimateSize: () => pageHeight * scale + GAP,
    overscan: 1,
    onChange: ({ scrollOffset, isScrolling }) => {
      const at = list.getVirtualItemForOffset((scrollOffset ?? 0) + (frame?.clientHeight ?? 0) / 3)
      if (!isScrolling || !at || at.index + 1 === controller.read().pageNumber) return
      seen.current = at.index + 1
      void controller.seePage(at.index + 1)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes of all pages change with the scale
  useEffect(() => list.measure(), [list, scale])
  useEffect(() => {
    if (seen.current !== pageNumber) {
      stay.current = null
      list.scrollToIndex(pageNumber - 1, { align: 'start' })
    }
    seen.current = pageNumber
  }, [list, pageNumber])
  useEffect(() => {
    const leave = () => {
      stay.current = null
    }
    for (const name of BY_PERSON) frame?.addEventListener(name, leave, { passive: true })
    return () => {
      for (const name of BY_PERSON) frame?.removeEventListener(name, leave)
    }
  }, [frame])
  const height = list.getTotalSize()
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages that come later have another height than their empty place
  useLayoutEffect(() => stay.current?.(), [height])
  return (
    <div className={classes.continuous} style={{ height }}>
      {list.getVirtualItems().map(({ index, start, key }) => (
        <article
          key={key}
          ref={list.measureElement}
          data-index={index}
          className={classes.entry}
          aria-label={tPages('GridPage', { page: index + 1 }).text}
          style={{ transform: `translateY(${start}px)`, paddingBottom: GAP }}
        >
          <OnePage
            controller={controller}
            state={state}
            documentId={ids?.documentId}
            pageNumber={index + 1}
            scale={scale}
            pageHeight={pageHeight}
            onHeight={grow}
            onShow={keep}
            shown={shown?.page === index + 1 ? shown : undefined}
          />
        </article>
      ))}
    </div>
  )
}

type PageProps = Omit<Props, 'frame'> & {
  documentId: string | undefined
  pageNumber: number
  pageHeight: number
  onHeight: (height: number) => void
  onShow: (show: () => void) => void
}
function OnePage({ controller, state, documentId, pageNumber, scale, pageHeight, shown, ...on }: PageProps) {
  const page = usePage(controller, documentId, pageNumber)
  if (!page) return <div className={classes.empty} style={{ height: pageHeight * scale }} />
  const { search, target } = state
  const own = target?.page === pageNumber ? target : null
  const found = { marked: search.text, shown, target: own }
  return <Paper page={page} controller={controller} scale={scale} keepsRows={state.scaleMode !== 'FIT_PAGE'} {...found} {...on} />
}
