import { Anchor, Button, Text } from '@mantine/core'
import { GENERAL_PATH, t as settings } from '#features/general-settings/screens.ts'
import { t as tImport } from '#features/imports/messages.ts'
import { numberText } from '#platform/define-messages.ts'
import { useChange, useRefresh } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { type FETCHED_SORTS, type FetchedFile, importSources } from '../contract.ts'
import { t } from '../messages.ts'
import { SOURCE_KINDS } from '../rules.ts'
import { t as screens } from '../screens.ts'

const COLUMNS: GridColumn<FetchedFile, (typeof FETCHED_SORTS)[number]>[] = [
  { id: 'File', header: tImport('LabelFile').text, names: true, card: true, cell: ({ File }) => File || t('SourceMessage').text },
  { id: 'Subject', header: t('LabelMessage').text, unsorted: true, card: true, cell: (row) => <MessageHead row={row} /> },
  { id: 'FetchedAt', header: t('LabelFetchedAt').text, card: true, cell: (row) => <When at={row.FetchedAt} /> },
  { id: 'Source', header: tImport('LabelSource').text, card: true, cell: (row) => row.SourceName },
  { id: 'Bytes', header: t('LabelSize').text, cell: (row) => numberText(row.Bytes) },
  { id: 'OutcomeName', header: t('LabelOutcome').text, unsorted: true, card: true, cell: outcomeOf },
  { id: 'ImportId', header: t('LabelImport').text, unsorted: true, card: true, cell: (row) => <ImportLink row={row} /> },
]

/** By which a person finds a message in the mailbox. */
function MessageHead({ row: { Subject, From, SentAt } }: { row: FetchedFile }) {
  if (!(Subject || From || SentAt)) return null
  return (
    <>
      {Subject || t('MessageNoSubject').text}
      <Text size="sm" c="dimmed">
        {From} {SentAt && <When at={SentAt} exact />}
      </Text>
    </>
  )
}

function outcomeOf({ OutcomeName, Reason }: FetchedFile) {
  return Reason ? `${OutcomeName}: ${Reason}` : OutcomeName
}

function ImportLink({ row: { ImportId, ImportStatus } }: { row: FetchedFile }) {
  const mayImport = useMay('ManualImportResident')
  if (!ImportId || !mayImport) return ImportStatus
  return (
    <Anchor component={ScreenLink} to={pathTo('/importfile/{importId}/detail', { importId: ImportId })}>
      {ImportStatus}
    </Anchor>
  )
}

const FILTERS: GridFilter[] = [
  { name: 'SearchText', label: tImport('LabelFile').text, kind: 'search' },
  {
    name: 'Source',
    label: tImport('LabelSource').text,
    kind: 'choice',
    useChoices: () => ({ choices: SOURCE_KINDS.map((kind) => ({ Id: kind, Name: tImport(`Source${kind}`).text })) }),
  },
]

/** Fetches now; the list is read again when the files have had time to come. */
function FetchNow() {
  const refresh = useRefresh()
  const fetchNow = useChange(importSources.fetchNow, {
    title: t('MsgFetchFailedTitle').text,
    onDone: ({ Message }) => {
      toast.success(Message)
      for (const seconds of [3, 10, 30]) setTimeout(() => void refresh([importSources.page]), seconds * 1000)
    },
  })
  return (
    <Button variant="default" loading={fetchNow.isPending} onClick={() => fetchNow.mutate({})}>
      {t('ButtonFetchNow').text}
    </Button>
  )
}

/** Files that were fetched from servers and mailboxes, latest first (spec 3 §2 "Email settings"). */
export default function FetchedFiles() {
  const mayEdit = useMay('EditGeneralSetting')
  return (
    <DataGrid
      id="fetched-files"
      title={screens('ScreenFetched').text}
      operation={importSources.page}
      columns={COLUMNS}
      filters={FILTERS}
      rowId={(row) => row.Id}
      rowName={(row) => row.File || row.Subject || t('SourceMessage').text}
      actions={mayEdit && <FetchNow />}
      empty={
        <EmptyHint
          text={t('NoFetches').text}
          steps={[{ to: GENERAL_PATH, text: settings('ScreenGeneralSettings').text, needs: 'EditGeneralSetting' }]}
        />
      }
    />
  )
}
