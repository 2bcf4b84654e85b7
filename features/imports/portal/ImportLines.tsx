import { buildingName } from '#features/buildings/portal/shared/place-names.tsx'
import { t as label } from '#platform/labels.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { type ImportDetail, type ImportLine, imports } from '../contract.ts'
import { t } from '../messages.ts'
import { VERDICTS } from '../rules.ts'
import { VerdictMark } from './ImportStatusMark.tsx'

const detailOf = ({ Reason, Changed, Warnings }: ImportLine) =>
  Reason || [Changed.join(', '), ...Warnings].filter(Boolean).join(' · ')

const homeText = ({ BuildingName, UnitNumber }: ImportLine) => [BuildingName, UnitNumber].filter(Boolean).join(' · ')

const COLUMNS: GridColumn<ImportLine, 'Line' | 'VerdictName' | 'Resident' | 'Place' | 'Detail'>[] = [
  { id: 'Line', header: t('LabelLine').text, align: 'right', width: 90, text: ({ Line }) => String(Line ?? '') },
  { id: 'VerdictName', header: label('LabelAction').text, card: true, cell: ({ Verdict }) => <VerdictMark verdict={Verdict} /> },
  { id: 'Resident', header: label('LabelResident').text, names: true, card: true, cell: residentOf },
  { id: 'Place', header: label('SectionHome').text, cell: homeOf, text: homeText },
  { id: 'Detail', header: t('LabelDetail').text, card: true, cell: detailOf, text: detailOf },
]

const VERDICT: GridFilter = {
  name: 'Verdict',
  label: label('LabelAction').text,
  kind: 'choice',
  pinned: true,
  useChoices: () => ({ choices: VERDICTS.map((verdict) => ({ Id: verdict, Name: t(`Verdict${verdict}`).text })) }),
}

/** The lines of an import with their verdicts. */
export const ImportLines = ({ job }: { job: ImportDetail }) => (
  <DataGrid
    id="import-lines"
    level={2}
    title={t('TitleRows').text}
    operation={imports.lines}
    fixed={{ Id: job.Id }}
    columns={COLUMNS}
    filters={[VERDICT]}
    rowId={(row) => row.Id}
    rowName={({ Line, Resident }) => Resident || `${t('LabelLine').text} ${Line}`}
    empty={t('NoRows').text}
  />
)

function residentOf({ ResidentId, Resident, Line }: ImportLine) {
  if (!Resident) return `${t('LabelLine').text} ${Line}`
  return (
    <RecordLink kind="resident" id={ResidentId}>
      {Resident}
    </RecordLink>
  )
}

function homeOf(line: ImportLine) {
  if (!line.BuildingName) return line.UnitNumber
  return (
    <>
      {buildingName(line)}
      {line.UnitNumber && ` · ${line.UnitNumber}`}
    </>
  )
}
