import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../../viewer-messages.ts'
import type { Controller } from '../controller.ts'
import type { ViewerState } from '../state/state.ts'
import classes from './viewer.module.css'

/** Height of an entry of one line, in px. */
const ENTRY = 36

/** The report's groups as a tree, of which only entries in sight are drawn; each leads to its place. Arrow keys, Home and End move. */
export function DocumentMap({ controller, state }: { controller: Controller; state: ViewerState }) {
  const { documentMap } = state
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  const [active, setActive] = useState(0)
  const tree = useRef<HTMLDivElement>(null)
  const isMoved = useRef(false)
  const at = Math.min(active, documentMap.length - 1)
  const list = useVirtualizer({
    count: documentMap.length,
    getScrollElement: () => panel,
    estimateSize: () => ENTRY,
    getItemKey: (index) => documentMap[index]!.id,
    overscan: 5,
  })
  useEffect(() => {
    if (!isMoved.current) return
    // An entry that is far away is drawn after the list has scrolled to it.
    const entry = tree.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)
    entry?.focus()
    isMoved.current = !entry
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: documentMap.length - 1 }[event.key]
    if (next !== undefined) {
      const to = Math.min(Math.max(next, 0), documentMap.length - 1)
      isMoved.current = true
      list.scrollToIndex(to)
      setActive(to)
    } else if (event.key === 'Enter' || event.key === ' ') void controller.goToBookmark(documentMap[at]!.id)
    else return
    event.preventDefault()
  }
  const drawn = list.getVirtualItems()
  // The tree is reached by Tab although its active entry may be out of sight.
  const reached = drawn.some(({ index }) => index === at) ? at : drawn[0]?.index
  return (
    <nav ref={setPanel} className={classes.panel} aria-label={t('LabelDocumentMap').text}>
      <div
        ref={tree}
        role="tree"
        aria-label={t('LabelDocumentMap').text}
        className={classes.map}
        style={{ height: list.getTotalSize() }}
      >
        {drawn.map(({ index, start, key }) => (
          <div
            key={key}
            ref={list.measureElement}
            data-index={index}
            role="treeitem"
            aria-level={1}
            aria-setsize={documentMap.length}
            aria-posinset={index + 1}
            aria-selected={index === at}
            tabIndex={index === reached ? 0 : -1}
            className={classes.entry}
            style={{ transform: `translateY(${start}px)` }}
            onFocus={() => setActive(index)}
            onKeyDown={onKeyDown}
            onClick={() => void controller.goToBookmark(documentMap[index]!.id)}
          >
            {documentMap[index]!.text}
          </div>
        ))}
      </div>
    </nav>
  )
}
