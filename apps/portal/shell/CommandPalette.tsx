import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useGo } from '#platform/portal/links.tsx'
import { useViewer } from '#platform/portal/viewer.tsx'
import { paletteSources } from '../palette-sources.ts'

const PAUSE = 200
const SHOWN = 8

/** Ctrl+K: one field that finds screens, and whatever the sources of `palette-sources.ts` find. */
export default function CommandPalette({ close }: { close: () => void }) {
  const viewer = useViewer()
  const go = useGo()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), PAUSE)
  const answer = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => Promise.all(paletteSources.map((source) => source.find(asked, viewer, signal))),
    placeholderData: (before) => before,
  })
  useEffect(() => spotlight.open(), [])
  const groups = paletteSources.map((source, index) => ({
    group: source.group,
    hits: answer.data?.[index]?.slice(0, SHOWN) ?? [],
  }))
  const found = groups.filter(({ hits }) => hits.length > 0)
  return (
    <Spotlight.Root
      query={text}
      onQueryChange={setText}
      onSpotlightClose={close}
      shortcut={null}
      scrollable
      maxHeight={480}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
    >
      <Spotlight.Search placeholder="Where to?" leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />} />
      <Spotlight.ActionsList>
        {found.map(({ group, hits }) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {hits.map((hit) => (
              <Spotlight.Action
                key={hit.path}
                label={hit.title}
                description={hit.hint}
                leftSection={<IconArrowRight size={16} aria-hidden />}
                onClick={() => go(hit.path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && !answer.isFetching && <Spotlight.Empty>Nothing found.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
