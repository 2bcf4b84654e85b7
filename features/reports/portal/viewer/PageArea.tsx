import { Button, Loader } from '@mantine/core'
import DOMPurify from 'dompurify'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t as tPortal } from '#platform/portal/messages.ts'
import type { Controller } from './controller.ts'
import type { Page } from './service-client.ts'
import { clampedScale, type ViewerState } from './state.ts'
import classes from './viewer.module.css'

/** Width of the paper at scale 1, in px. */
const PAPER_WIDTH = 1056
const MARGIN = 16

type Props = { controller: Controller; state: ViewerState; onScale: (scale: number) => void }

/** White paper in a dark frame: the page that is shown, or why there is none. */
export function PageArea({ controller, state, onScale }: Props) {
  const { page, phase, error, scaleMode } = state
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [paper, setPaper] = useState<HTMLElement | null>(null)
  const room = useSize(frame)
  const size = useSize(paper)
  const fitWidth = Math.max(room.width - 2 * MARGIN, 1) / PAPER_WIDTH
  const fitPage = Math.min(fitWidth, Math.max(room.height - 2 * MARGIN, 1) / Math.max(size.height, 1))
  const scale = scaleMode === 'SPECIFIC' ? state.scale : clampedScale(scaleMode === 'FIT_PAGE' ? fitPage : fitWidth)
  useEffect(() => onScale(scale), [scale, onScale])
  const isBusy = phase === 'loading' || (phase === 'ready' && page?.pageNumber !== state.pageNumber && state.pageCount > 0)
  return (
    <section
      ref={setFrame}
      className={classes.frame}
      aria-label={tPortal('GridPage', { page: state.pageNumber }).text}
      aria-busy={isBusy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      tabIndex={0}
    >
      {error && (
        <div className={classes.error} role="alert">
          <span>{error}</span>
          <Button size="xs" variant="default" onClick={() => controller.refresh()}>
            {tPortal('GridReload').text}
          </Button>
        </div>
      )}
      {isBusy && !page && <Loader className={classes.loader} />}
      {page && (
        <div className={classes.sized} style={{ width: PAPER_WIDTH * scale, height: size.height * scale }}>
          <Paper page={page} bookmark={state.bookmark} controller={controller} scale={scale} onMount={setPaper} />
        </div>
      )}
    </section>
  )
}

type PaperProps = {
  page: Page
  bookmark: string | null
  controller: Controller
  scale: number
  onMount: (paper: HTMLElement | null) => void
}
/** The page's HTML, sanitised, in a shadow root with its own styles. Its actions are found by event delegation. */
function Paper({ page, bookmark, controller, scale, onMount }: PaperProps) {
  const host = useRef<HTMLDivElement>(null)
  const pressed = useRef<string | null>(null)
  useLayoutEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(page.pageStyles)
    root.adoptedStyleSheets = [sheet]
    root.replaceChildren(DOMPurify.sanitize(page.pageContent, { RETURN_DOM_FRAGMENT: true, ADD_ATTR: ['target'] }))
    // The button that sorted or hid rows keeps the focus.
    const same = [...root.querySelectorAll<HTMLElement>('[data-action]')].find((one) => nameOf(one) === pressed.current)
    same?.focus()
    pressed.current = null
  }, [page])
  useEffect(() => {
    if (bookmark) host.current!.shadowRoot?.getElementById(bookmark)?.scrollIntoView({ block: 'start' })
  }, [bookmark])
  useEffect(() => {
    const root = host.current!.shadowRoot!
    const follow = (event: Event) => {
      const element = (event.target as Element).closest<HTMLElement>('[data-action]')
      const id = element?.dataset.action
      if (!element || !id) return
      event.preventDefault()
      const action = controller.read().page?.pageActions.find((one) => one.Id === id)
      if (action?.Type === 'navigateToUrl') openAddress(action.Value)
      else if (action?.Type === 'navigateToBookmark') void controller.goToBookmark(String(action.Value?.id))
      else {
        pressed.current = nameOf(element)
        void controller.runAction(id)
      }
    }
    root.addEventListener('click', follow)
    return () => root.removeEventListener('click', follow)
  }, [controller])
  return (
    <div
      ref={(element) => {
        host.current = element
        onMount(element)
      }}
      className={classes.paper}
      style={{ width: PAPER_WIDTH, transform: `scale(${scale})` }}
    />
  )
}

/** An action without the direction that follows: 'sort:Unit'. */
const nameOf = (element: HTMLElement) => element.dataset.action!.split(':').slice(0, 2).join(':')

function openAddress(value: Page['pageActions'][number]['Value']) {
  const address = String(value?.url ?? '')
  if (/^https?:\/\//i.test(address)) window.open(address, '_blank', 'noopener')
}

/** The size of an element, without its scale. */
function useSize(element: HTMLElement | null) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.offsetHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}
