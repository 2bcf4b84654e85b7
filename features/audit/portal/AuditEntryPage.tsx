import '@mantine/core/styles/Table.css'
import { Anchor, Group, Table, Text } from '@mantine/core'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { FormSection, Sections } from '#platform/portal/form/DraftForm.tsx'
import { pathTo, ScreenLink, usePathParams } from '#platform/portal/navigation/links.tsx'
import { detailsTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { useTimeText, When } from '#platform/portal/ui/times.tsx'
import { type AuditEntry, audit } from '../contract.ts'
import { HEADINGS, originMessage } from '../headings.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { Person, Subject } from './subject.tsx'

const LIST = '/audit/list'
const filtered = (filters: Readonly<Record<string, string>>) => `${pathTo(LIST)}?${new URLSearchParams(filters)}`

/** One entry of the audit trail: who changed what, from where, and from what to what. */
export default function AuditEntryPage() {
  const { entryId } = usePathParams('entryId')
  const entry = useCall(audit.get, { params: { entryId } })
  return (
    <Loaded query={entry}>
      {(row: AuditEntry) => (
        <RecordPage
          list={{ title: screens('ScreenAudit').text, path: LIST }}
          name={[row.SubjectKindName, row.Action].filter(Boolean).join(': ')}
          tabs={[detailsTab(<Details row={row} />)]}
        />
      )}
    </Loaded>
  )
}

function Details({ row }: { row: AuditEntry }) {
  return (
    <Sections>
      <FormSection title={label('SectionDetails').text}>
        <Facts row={row} />
      </FormSection>
      <FormSection title={label('SectionChanges').text}>
        <Changes row={row} />
      </FormSection>
      <Group gap="lg">
        {row.SubjectId && (
          <Anchor component={ScreenLink} to={filtered({ SubjectId: row.SubjectId })}>
            {t('AuditAllOfRecord').text}
          </Anchor>
        )}
        {row.ActorId && (
          <Anchor component={ScreenLink} to={filtered({ ActorId: row.ActorId })}>
            {t('AuditAllOfPerson').text}
          </Anchor>
        )}
      </Group>
    </Sections>
  )
}

function Facts({ row }: { row: AuditEntry }) {
  const facts = [
    [HEADINGS.At.text, <When key="at" at={row.At} exact />],
    [HEADINGS.UserName.text, <Person key="person" row={row} />],
    [HEADINGS.Action.text, row.Action],
    [HEADINGS.SubjectKind.text, row.SubjectKindName],
    [HEADINGS.SubjectName.text, <Subject key="subject" row={row} />],
    [HEADINGS.Origin.text, originMessage(row).text],
  ] as const
  return (
    <Table withRowBorders={false} aria-label={label('SectionDetails').text}>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={160} fw="normal" c="dimmed">
              {name}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Changes({ row: { Changes, IsErased } }: { row: AuditEntry }) {
  const { value } = useTimeText()
  if (Changes.length === 0) return <Text c="dimmed">{(IsErased ? t('AuditErased') : t('NoAuditChanges')).text}</Text>
  return (
    <>
      {IsErased && <Text c="dimmed">{t('AuditErased').text}</Text>}
      <Table withTableBorder layout="fixed" aria-label={label('SectionChanges').text} style={{ overflowWrap: 'anywhere' }}>
        <Table.Thead>
          <Table.Tr>
            {(['LabelAuditField', 'LabelAuditBefore', 'LabelAuditAfter'] as const).map((key) => (
              <Table.Th key={key} scope="col">
                {t(key).text}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Changes.map(({ Field, Label, Before, After }) => (
            <Table.Tr key={Field}>
              <Table.Th scope="row" fw="normal">
                {Label}
              </Table.Th>
              <Table.Td>{Before && value(Before)}</Table.Td>
              <Table.Td>{After && value(After)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
