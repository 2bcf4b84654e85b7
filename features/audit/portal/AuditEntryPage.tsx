import '@mantine/core/styles/Table.css'
import { Anchor, Group, Stack, Table, Text, Title } from '@mantine/core'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { leftAddress, pathTo, ScreenLink, usePathParams } from '#platform/portal/navigation/links.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { type AuditEntry, audit } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { kindText, originText, Person, Subject } from './subject.tsx'

const LIST = '/audit/list'
const filtered = (filters: Readonly<Record<string, string>>) => `${pathTo(LIST)}?${new URLSearchParams(filters)}`

/** One entry of the audit trail: who changed what, from where, and from what to what. */
export default function AuditEntryPage() {
  const { entryId } = usePathParams('entryId')
  const entry = useCall(audit.get, { params: { entryId } })
  return (
    <Stack p="md" gap="md">
      <Anchor component={ScreenLink} to={leftAddress(LIST)} w="fit-content">
        {screens('ScreenAudit').text}
      </Anchor>
      <Title order={1}>{screens('ScreenAuditEntry').text}</Title>
      <Loaded query={entry}>
        {(row: AuditEntry) => (
          <>
            <Facts row={row} />
            <Changes row={row} />
            <Group gap="lg">
              {row.SubjectId && (
                <Anchor component={ScreenLink} to={filtered({ SubjectId: row.SubjectId })}>
                  {t('AuditAllOfRecord').text}
                </Anchor>
              )}
              {row.Actor && (
                <Anchor component={ScreenLink} to={filtered({ ActorId: row.Actor.Id })}>
                  {t('AuditAllOfPerson').text}
                </Anchor>
              )}
            </Group>
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function Facts({ row }: { row: AuditEntry }) {
  const facts = [
    [t('LabelAuditTime').text, <When key="at" at={row.At} exact />],
    [label('SectionPerson').text, <Person key="person" row={row} />],
    [label('LabelAction').text, row.Action],
    [t('LabelAuditKind').text, kindText(row.SubjectKind)],
    [t('LabelAuditSubject').text, <Subject key="subject" row={row} />],
    [t('LabelAuditOrigin').text, originText(row)],
  ] as const
  return (
    <Table maw={720} withRowBorders={false} aria-label={label('SectionDetails').text}>
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
          {Changes.map(({ Field, Before, After }) => (
            <Table.Tr key={Field}>
              <Table.Th scope="row" fw="normal" lang="en">
                {Field}
              </Table.Th>
              <Table.Td>{Before}</Table.Td>
              <Table.Td>{After}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
