import '@mantine/spotlight/styles.css'
import './palette.css'
import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { type QueryFunctionContext, useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '#platform/palette-messages.ts'
import { call, fillPath } from '#platform/portal/api/call.ts'
import { useGo, useLeaving } from '#platform/portal/navigation/links.tsx'
import { rememberRecord } from '#platform/portal/navigation/recent-records.ts'
import type { PaletteHit, PaletteSource, PortalFeature } from '#platform/portal/navigation/screen.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { paletteGroups } from '../palette-order.ts'
import { paletteSources } from './palette-sources.ts'
import { type Command, useCommands, useRecordActions } from './use-commands.ts'

const PAUSE = 200
const LIST = 'palette-hits'
const [store, palette] = createSpotlight()

type Props = { readonly close: () => void }
/** Loads what the features contribute to the palette. */
export async function loadPalette(features: readonly PortalFeature[]) {
  const sources = await paletteSources(features)
  return { default: ({ close }: Props) => <CommandPalette sources={sources} close={close} /> }
}

/** Ctrl+K: searches the sources, in the order of `paletteGroups`, and the commands. */
function CommandPalette({ sources, close }: Props & { sources: readonly PaletteSource[] }) {
  const viewer = useViewer()
  const go = useGo()
  const [text, setText] = useState('')
  const typed = text.trim()
  const commands = useCommands(typed)
  const record = useRecordActions(typed)
  const [settled] = useDebouncedValue(typed, PAUSE)
  const answers = useQueries({
    queries: sources.map(({ group, find, isLocal = false }) => {
      const searched = isLocal ? typed : settled
      return {
        queryKey: ['palette', group, searched],
        queryFn: ({ signal }: QueryFunctionContext) => find(searched, viewer, { call, fillPath, signal }),
        // Hits of an earlier text are hidden: Enter would open a place the user did not search for.
        select: (hits: readonly PaletteHit[]) => (searched === typed ? hits : []),
        ...(isLocal && { staleTime: 0 }),
      }
    }),
  })
  useEffect(() => palette.open(), [])
  useLeaving(palette.close)
  const groups = sources.map(({ group }, index) => ({ group, hits: answers[index]?.data ?? [] }))
  const found = paletteGroups(groups, typed, t('PaletteMore').text)
  const failed = groups.filter((_, index) => answers[index]?.isError)
  const open = (hit: PaletteHit) => {
    rememberRecord(viewer, hit)
    go(hit.path)
  }
  const titles = [...record.actions, ...commands].map(({ title }) => title)
  useMarkedHit([...found.flatMap(({ hits }) => hits.map(({ path }) => path)), ...titles].join('\n'))
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={close}
      shortcut={null}
      scrollable
      maxHeight={480}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
    >
      <Modal.Title className="visually-hidden">{t('PaletteWhereTo').text}</Modal.Title>
      <Spotlight.Search placeholder={t('PaletteWhereTo').text} leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />} />
      <Spotlight.ActionsList id={LIST}>
        {found.map(({ group, hits }) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {hits.map((hit) => (
              <Spotlight.Action
                key={hit.path}
                label={hit.title}
                description={hit.hint}
                leftSection={<IconArrowRight size={16} aria-hidden />}
                onClick={() => open(hit)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        <Commands label={record.name} commands={record.actions} />
        <Commands label={t('PaletteCommands').text} commands={commands} />
        {failed.map(({ group }) => (
          <Spotlight.Empty key={group}>{t('PaletteFailed', { group }).text}</Spotlight.Empty>
        ))}
        {found.length + commands.length + record.actions.length + failed.length === 0 &&
          settled === typed &&
          answers.every((answer) => !answer.isFetching) && <Spotlight.Empty>{t('PaletteNothingFound').text}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function Commands({ label, commands }: { label: string | null; commands: readonly Command[] }) {
  if (label === null || commands.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={label}>
      {commands.map(({ title, run }) => (
        <Spotlight.Action key={title} label={title} leftSection={<IconArrowRight size={16} aria-hidden />} onClick={run} />
      ))}
    </Spotlight.ActionsGroup>
  )
}

/**
 * Marks what Enter opens when other hits are shown: what the user has gone to, otherwise the first. Spotlight does so while the user
 * types, but not for hits that arrive later from the server.
 */
function useMarkedHit(shown: string) {
  const before = useRef<readonly string[]>([])
  useEffect(() => {
    const hits = shown.split('\n')
    const marked = store.getState().selected
    const selected = marked > 0 ? Math.max(hits.indexOf(before.current[marked] ?? ''), 0) : 0
    before.current = hits
    const actions = document.querySelectorAll(`#${LIST} [data-action]`)
    for (const [index, action] of actions.entries()) action.toggleAttribute('data-selected', index === selected)
    store.updateState((state) => ({ ...state, selected: actions.length > 0 ? selected : -1 }))
  }, [shown])
}
