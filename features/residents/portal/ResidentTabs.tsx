import { t as label } from '#platform/labels.ts'
import '@mantine/core/styles/Tabs.css'
import { Tabs, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSearchParams, useSetSearchParams } from '#platform/portal/navigation/links.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import type { ResidentInfo } from '../contract.ts'
import { t } from '../messages.ts'
import { PersonalDataMenu } from './PersonalDataMenu.tsx'
import { ResidentHistory } from './ResidentHistory.tsx'
import { ResidentPackages } from './ResidentPackages.tsx'
import classes from './resident.module.css'

type Props = {
  resident: ResidentInfo
  details: ReactNode
  /** Delegates, for callers who may edit them. */
  delegates?: ReactNode
}

/** The tab in the URL; the first by default. */
const TAB = 'tab'
/** Stays mounted once opened, because it has input. */
const DELEGATES = 'delegates'

/** A resident's page; input in a tab survives switching tabs. */
export function ResidentTabs({ resident, details, delegates }: Props) {
  const search = useSearchParams()
  const set = useSetSearchParams()
  const maySeePackages = useMay('ViewPackage')
  const tabs = [
    ...(delegates ? [{ name: DELEGATES, label: t('TabDelegates').text, content: delegates }] : []),
    ...(maySeePackages
      ? [{ name: 'packages', label: label('LabelPackages').text, content: <ResidentPackages resident={resident} /> }]
      : []),
    { name: 'history', label: label('SectionHistory').text, content: <ResidentHistory resident={resident} /> },
  ]
  const open = tabs.find(({ name }) => name === search[TAB])
  const [wasOpen, setWasOpen] = useState(false)
  if (open?.name === DELEGATES && !wasOpen) setWasOpen(true)
  const shown = tabs.filter((tab) => tab === open || (wasOpen && tab.name === DELEGATES))
  return (
    <Tabs
      data-scrolls
      value={open?.name ?? 'details'}
      onChange={(name) =>
        void set({ [TAB]: name === 'details' ? undefined : (name ?? undefined), page: undefined, after: undefined })
      }
    >
      <div className={classes.head}>
        <Tabs.List className={classes.tabs}>
          <Tabs.Tab value="details">{label('SectionDetails').text}</Tabs.Tab>
          {tabs.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <PersonalDataMenu resident={resident} />
      </div>
      <Tabs.Panel value="details" className={classes.panel}>
        {details}
      </Tabs.Panel>
      {shown.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name} className={classes.panel}>
          <Title order={1}>{`${resident.FirstName} ${resident.LastName}`}</Title>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
