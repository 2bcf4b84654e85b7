import { Title } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { t as label } from '#platform/labels.ts'
import type { OperationReturning } from '#platform/operation.ts'
import type { RecordChange } from '#platform/record.ts'
import { t } from '../messages.ts'
import { leftAddress, ScreenLink, useSearchParams } from '../navigation/links.tsx'
import { rememberRecord } from '../navigation/recent-records.ts'
import { useViewer } from '../session/viewer.tsx'
import { NARROW_QUERY } from '../ui/theme.ts'
import { HistoryCard } from './HistoryCard.tsx'
import { NeighbourButtons } from './NeighbourButtons.tsx'
import classes from './record.module.css'
import { RecordFrameProvider, type RecordList } from './record-context.ts'

export type RecordTab = {
  /** In the address; the first tab is the default and not in it. */
  readonly name: string
  readonly label: string
  readonly content?: ReactNode
  /** Its address when the tab belongs to another screen of the record. */
  readonly to?: string
  /** Stays mounted once it was opened, because it has input. */
  readonly hasInput?: boolean
}
type Props = {
  /** The list that the record belongs to. */
  readonly list: RecordList
  /** The record's name, or the title of the screen for a new one. */
  readonly name: string
  readonly status?: ReactNode
  /** Buttons right of the name, which the command palette offers too, none of them primary when a tab has a form: the form's buttons follow them. */
  readonly actions?: ReactNode
  readonly tabs: readonly [RecordTab, ...RecordTab[]]
  /** The path that the list leads to, when the record has several screens; the present one by default. */
  readonly path?: string
}

/** The tab of a record's form. */
export const detailsTab = (content: ReactNode): RecordTab => ({
  name: 'details',
  label: label('SectionDetails').text,
  content,
  hasInput: true,
})
/** The tab of a record's changes, which `operation` reads. */
export const historyTab = (
  operation: OperationReturning<readonly RecordChange[]>,
  params: Readonly<Record<string, string>>,
): RecordTab => ({
  name: 'history',
  label: label('SectionHistory').text,
  content: <HistoryCard operation={operation} params={params} />,
})

/** The address's name of the tab. */
const TAB = 'tab'

/**
 * The frame of every record: the way back to its list, its neighbours there, name, status, actions, and tabs that are in the
 * address. They stay visible while the content scrolls. A single tab has no tab bar. See docs/how-to/add-a-screen.md.
 */
export function RecordPage({ list, name, status, actions, tabs, path }: Props) {
  const search = useSearchParams()
  const { pathname } = useLocation()
  const viewer = useViewer()
  useEffect(() => rememberRecord(viewer, { title: name, path: pathname, hint: list.title }), [viewer, name, pathname, list.title])
  const [first] = tabs
  const addressOf = (tab: RecordTab) => tab.to ?? (tab === first ? pathname : `${pathname}?${TAB}=${tab.name}`)
  const address = search[TAB] ? `${pathname}?${TAB}=${search[TAB]}` : pathname
  const open = tabs.find((tab) => addressOf(tab) === address) ?? first
  const [visited, setVisited] = useState<readonly string[]>([])
  if (!visited.includes(open.name)) setVisited([...visited, open.name])
  const { ref: head, height: headHeight } = useElementSize<HTMLDivElement>()
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const isNarrow = useMediaQuery(NARROW_QUERY, false, { getInitialValueInEffect: false })
  /** The names of the tabs whose forms have unsaved changes. */
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const markOf = (tab: RecordTab) => (isUnsaved: boolean) =>
    setUnsaved((before) => [...before.filter((name) => name !== tab.name), ...(isUnsaved ? [tab.name] : [])])
  const barOf = (tab: RecordTab) => (tab === open && !isNarrow ? slot : null)
  return (
    <article className={classes.record} data-scrolls style={{ '--record-head': `${headHeight}px` } as CSSProperties}>
      <div ref={head} className={classes.head}>
        <header className={classes.header}>
          <nav aria-label={t('RecordBreadcrumb').text} className={classes.breadcrumb}>
            <ScreenLink to={leftAddress(list.path)}>{list.title}</ScreenLink>
            <span aria-hidden>›</span>
          </nav>
          <Title order={1} className={classes.name}>
            {name}
          </Title>
          {status}
          <div className={classes.actions} data-record-actions>
            <NeighbourButtons path={path ?? pathname} />
            {actions}
            <div ref={setSlot} className={classes.slot} />
          </div>
        </header>
        {tabs.length > 1 && (
          <nav aria-label={name} className={classes.tabs}>
            {tabs.map((tab) => (
              <ScreenLink
                key={tab.name}
                to={addressOf(tab)}
                aria-current={tab === open ? 'page' : undefined}
                {...(unsaved.includes(tab.name) && { 'data-unsaved': true, title: t('FormUnsaved').text })}
                data-edits={(tab === first && tab.hasInput) || undefined}
              >
                {tab.label}
              </ScreenLink>
            ))}
          </nav>
        )}
      </div>
      {tabs
        .filter((tab) => tab === open || (tab.hasInput && visited.includes(tab.name)))
        .map((tab) => (
          <RecordFrameProvider key={tab.name} value={{ list, name, bar: barOf(tab), markUnsaved: markOf(tab) }}>
            <div hidden={tab !== open} className={classes.panel}>
              {tab.content}
            </div>
          </RecordFrameProvider>
        ))}
    </article>
  )
}
