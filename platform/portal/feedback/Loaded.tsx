import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { t as label } from '#platform/labels.ts'
import { t as tCommon } from '#platform/messages.ts'
import { CallError } from '../api/call-error.ts'
import { t } from '../messages.ts'
import { leftAddress, ScreenLink } from '../navigation/links.tsx'
import { mayOpen, type Screen, ScreensContext, screenOf } from '../navigation/screen.ts'
import { useViewer } from '../session/viewer.tsx'
import { FailureTexts, groupOf, isOld, useLoadFailure } from './load-failure.tsx'
import { RefreshFailed } from './RefreshFailed.tsx'

type Props<Data> = {
  query: UseQueryResult<Data>
  /** The specification's text for the failure, if any. */
  failure?: string | undefined
  /** The specification's text below it where the server gave no reason. */
  reason?: string | undefined
  children: (data: Data) => ReactNode
}

/** The server has no such record, or the address has no id: to read it again does not help. */
const isMissing = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.code !== '' &&
  (error.status === 404 || (error.status === 400 && /id$/i.test(error.field ?? '')))

/** The codes of general reasons, which do not say what is missing. */
const GENERAL = ['MsgNotFound', 'MsgBadInput']

/**
 * Shows the data of a query; a skeleton while it loads; the reason when it fails, in a notice too, with Retry, or with the list of a
 * missing record.
 */
export function Loaded<Data>({ query, failure, reason, children }: Props<Data>) {
  const screens = use(ScreensContext)
  const { data, error } = query
  const hasNone = data === undefined && isMissing(error)
  const failed = useLoadFailure({ ...query, isError: query.isError && !hasNone }, failure, reason)
  if (data !== undefined)
    return (
      <>
        {isOld(query) && failed.texts && <RefreshFailed query={query} texts={failed.texts} retry={failed.retry} />}
        {children(data)}
      </>
    )
  if (isMissing(error)) {
    const isGeneral = GENERAL.includes(error.code)
    return (
      <Stack align="flex-start" role="alert">
        <Text fw={600}>{isGeneral ? label('NoRecord').text : (failure ?? tCommon('MsgRetrieveFailed').text)}</Text>
        <Text c="dimmed">{isGeneral ? label('NoRecordHelp').text : error.message}</Text>
        {screens.length > 0 && <BackToList screens={screens} />}
      </Stack>
    )
  }
  if (failed.texts)
    return (
      <Stack align="flex-start" {...groupOf(failed.texts)}>
        <FailureTexts {...failed.texts} />
        <Button variant="default" onClick={failed.retry}>
          {t('WordRetry').text}
        </Button>
      </Stack>
    )
  return (
    <Stack maw={640} gap={16} aria-busy>
      <Skeleton height={28} width={240} />
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </Stack>
  )
}

/** A link to the list of the screen's records, for users who may open it. */
function BackToList({ screens }: { screens: readonly Screen[] }) {
  const viewer = useViewer()
  const shown = useRouterState({ select: (state) => screenOf(state.matches) })
  const list = shown?.path.includes('{') && screens.find(({ path }) => path === shown.family)
  if (!list || !mayOpen(list, viewer)) return null
  return (
    <Anchor component={ScreenLink} to={leftAddress(list.path)}>
      {t('RecordBackTo', { list: list.title }).text}
    </Anchor>
  )
}
