import DOMPurify from 'dompurify'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Page } from '../client/service-client.ts'
import type { Controller } from '../controller.ts'
import { type Found, patternOf } from '../state/search.ts'
import type { Target } from '../state/state.ts'
import classes from './viewer.module.css'

/** Size of the paper before scaling, in px; a page whose rows wrap or are kept is higher. */
export const PAPER_WIDTH = 1056
export const PAPER_HEIGHT = 746

const MARK_STYLES = 'mark { background: #ffe066; color: inherit } mark[data-shown] { background: #ff922b; color: #1a1b1e }'

type Props = {
  page: Page
  controller: Controller
  scale: number
  /** Whether rows stay high enough to be pressed at a small scale; not where the scale follows the height of the page. */
  keepsRows?: boolean
  /** The place on this page that is scrolled to, once. */
  target?: Target | null
  /** The text whose places are marked, and the one that is shown. */
  marked?: string
  shown?: Found | undefined
  /** The height before scaling, in px. */
  onHeight?: (height: number) => void
  /** Receives what scrolls to the target again. */
  onShow?: (show: () => void) => void
}

/** A page's HTML, sanitised, in a shadow root with its own styles. Its actions are found by event delegation. */
export function Paper({
  page,
  controller,
  scale,
  keepsRows = false,
  target = null,
  marked = '',
  shown,
  onHeight,
  onShow,
}: Props) {
  const host = useRef<HTMLDivElement>(null)
  const pressed = useRef<string | null>(null)
  const [height, setHeight] = useState(PAPER_HEIGHT)
  useLayoutEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(page.pageStyles + MARK_STYLES)
    root.adoptedStyleSheets = [sheet]
    root.replaceChildren(DOMPurify.sanitize(page.pageContent, { RETURN_DOM_FRAGMENT: true, ADD_ATTR: ['target'] }))
    mark(root, marked)
    // The button that sorted or hid rows keeps the focus.
    const same = [...root.querySelectorAll<HTMLElement>('[data-action]')].find((one) => nameOf(one) === pressed.current)
    same?.focus()
    pressed.current = null
  }, [page, marked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or text has other marks
  useEffect(() => {
    const marks = [...(host.current!.shadowRoot?.querySelectorAll('mark') ?? [])]
    for (const one of marks) one.toggleAttribute('data-shown', one.dataset.index === String(shown?.index))
  }, [shown, page, marked])
  useEffect(() => {
    if (!target) return
    const root = host.current!.shadowRoot!
    const show = () => {
      if (target.bookmark !== undefined) root.getElementById(target.bookmark)?.scrollIntoView({ block: 'start' })
      else root.querySelector(`mark[data-index="${target.found}"]`)?.scrollIntoView({ block: 'center', inline: 'nearest' })
    }
    show()
    onShow?.(show)
    controller.arrived(target)
  }, [target, controller, onShow])
  useLayoutEffect(() => {
    const measure = () => {
      setHeight(host.current!.offsetHeight)
      onHeight?.(host.current!.offsetHeight)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(host.current!)
    return () => observer.disconnect()
  }, [onHeight])
  useEffect(() => {
    const root = host.current!.shadowRoot!
    const follow = (event: Event) => {
      const element = (event.target as Element).closest<HTMLElement>('[data-action]')
      const id = element?.dataset.action
      if (!element || !id) return
      event.preventDefault()
      const action = page.pageActions.find((one) => one.Id === id)
      if (action?.Type === 'navigateToUrl') openAddress(action.Value)
      else if (action?.Type === 'navigateToBookmark') void controller.goToBookmark(String(action.Value?.id))
      else {
        pressed.current = nameOf(element)
        void controller.runAction(id, page)
      }
    }
    root.addEventListener('click', follow)
    return () => root.removeEventListener('click', follow)
  }, [controller, page])
  return (
    <div className={classes.sized} style={{ width: PAPER_WIDTH * scale, height: height * scale }}>
      <div
        ref={host}
        className={classes.paper}
        style={{ width: PAPER_WIDTH, transform: `scale(${scale})`, ...(keepsRows && { '--page-scale': scale }) }}
      />
    </div>
  )
}

/** An action without the direction that follows: 'sort:Unit'. */
const nameOf = (element: HTMLElement) => element.dataset.action!.split(':').slice(0, 2).join(':')

/** Marks the places of a text, numbered like those of the search. */
function mark(root: ShadowRoot, text: string): void {
  if (text.trim() === '') return
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) if (!walker.currentNode.parentElement?.closest('svg')) nodes.push(walker.currentNode as Text)
  let index = 0
  for (const node of nodes) {
    let rest = node
    let cut = 0
    for (const { 0: found, index: at } of node.data.matchAll(patternOf(text))) {
      const place = rest.splitText(at - cut)
      rest = place.splitText(found.length)
      cut = at + found.length
      const element = document.createElement('mark')
      element.dataset.index = String(index++)
      place.replaceWith(element)
      element.append(place)
    }
  }
}

/** Only addresses of the web: a report must not run code. */
function openAddress(value: Page['pageActions'][number]['Value']) {
  const address = String(value?.url ?? '')
  if (/^https?:\/\//i.test(address)) window.open(address, '_blank', 'noopener')
}
