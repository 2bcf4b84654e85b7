import { Select } from '@mantine/core'
import type { ImportDetail } from '../contract.ts'
import { ENCODINGS, type Encoding } from '../layout.ts'
import { t } from '../messages.ts'

const NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  macintosh: 'Mac Roman',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1254': 'Windows-1254',
}
type Props = {
  job: Pick<ImportDetail, 'Layout' | 'Beginning' | 'Sheets'>
  onChange: (layout: { HeadingLine?: number; Encoding?: Encoding; Sheet?: string }) => void
}

/** Where the table of the file is. It is read again at once, because another table has other columns. */
export function TableChoices({ job, onChange }: Props) {
  const { HeadingLine, Encoding, Sheet } = job.Layout
  return (
    <>
      <Select
        label={t('LabelHeadingLine').text}
        data={job.Beginning.map(({ Line, Text }) => ({ value: String(Line), label: `${Line}: ${Text}` }))}
        value={String(HeadingLine)}
        allowDeselect={false}
        onChange={(line) => line && Number(line) !== HeadingLine && onChange({ HeadingLine: Number(line) })}
      />
      {Encoding !== '' && (
        <Select
          label={t('LabelEncoding').text}
          data={ENCODINGS.map((encoding) => ({ value: encoding, label: NAMES[encoding] }))}
          value={Encoding}
          allowDeselect={false}
          onChange={(encoding) => encoding && encoding !== Encoding && onChange({ Encoding: encoding as Encoding })}
        />
      )}
      {job.Sheets.length > 1 && (
        <Select
          label={t('LabelSheet').text}
          data={[...job.Sheets]}
          value={Sheet}
          allowDeselect={false}
          onChange={(sheet) => sheet && sheet !== Sheet && onChange({ Sheet: sheet })}
        />
      )}
    </>
  )
}
