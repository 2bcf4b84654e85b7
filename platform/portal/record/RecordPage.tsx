import '@mantine/core/styles/Tabs.css'
import { Tabs, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../messages.ts'
import { leftAddress, ScreenLink, useSearchParams, useSetSearchParams } from '../navigation/links.tsx'
import { NeighbourButtons } from './NeighbourButtons.tsx'
import classes from './record.module.css'

export type RecordTab = {
  /** In the address; the first tab is the default and not in it. */
  readonly name: string
  readonly label: string
  readonly content: ReactNode
  /** Stays mounted once it was opened, because it has input. */
  readonly hasInput?: boolean
}
type Props = {
  /** The list that the record belongs to. */
  readonly list: { readonly title: string; readonly path: string }
  /** The record's name, or the title of the screen for a new one. */
  readonly name: string
  readonly status?: ReactNode
  /** Buttons right of the name, the primary one last; a form has its Save in its own bar. */
  readonly actions?: ReactNode
  readonly tabs: readonly [RecordTab, ...RecordTab[]]
}

/** The address's name of the tab. */
const TAB = 'tab'

/**
 * The frame of every record: the way back to its list, its neighbours there, name, status, actions, and tabs that are in the
 * address. A single tab has no tab bar. See docs/how-to/add-a-screen.md.
 */
export function RecordPage({ list, name, status, actions, tabs }: Props) {
  const search = useSearchParams()
  const set = useSetSearchParams()
  const [first] = tabs
  const open = tabs.find((tab) => tab.name === search[TAB]) ?? first
  const [visited, setVisited] = useState<readonly string[]>([])
  if (!visited.includes(open.name)) setVisited([...visited, open.name])
  // A list in a tab has its page in the address as well.
  const choose = (tab: string | null) =>
    void set({ [TAB]: tab && tab !== first.name ? tab : undefined, page: undefined, after: undefined })
  return (
    <article className={classes.record} data-scrolls>
      <header className={classes.header}>
        <nav aria-label={t('RecordBreadcrumb').text} className={classes.breadcrumb}>
          <ScreenLink to={leftAddress(list.path)}>{list.title}</ScreenLink>
          <span aria-hidden>›</span>
        </nav>
        <Title order={1} className={classes.name}>
          {name}
        </Title>
        {status}
        <div className={classes.actions}>
          <NeighbourButtons />
          {actions}
        </div>
      </header>
      {tabs.length === 1 ? (
        first.content
      ) : (
        <Tabs value={open.name} onChange={choose}>
          <Tabs.List className={classes.tabs}>
            {tabs.map((tab) => (
              <Tabs.Tab key={tab.name} value={tab.name}>
                {tab.label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs
            .filter((tab) => tab === open || (tab.hasInput && visited.includes(tab.name)))
            .map((tab) => (
              <Tabs.Panel key={tab.name} value={tab.name} className={classes.panel}>
                {tab.content}
              </Tabs.Panel>
            ))}
        </Tabs>
      )}
    </article>
  )
}
