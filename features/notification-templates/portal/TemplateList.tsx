import '@mantine/core/styles/Table.css'
import { Table, Text, Title } from '@mantine/core'
import { t as label } from '#platform/labels.ts'
import { LANGUAGE_NAMES, type Language } from '#platform/language.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import screen from '#platform/portal/ui/screen.module.css'
import { notificationTemplates, type TemplateRow } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { t as notice } from '../type-messages.ts'

/** The templates by type, with one link for each medium. */
export default function TemplateList() {
  const query = useCall(notificationTemplates.all)
  return (
    <section className={screen.screen} data-scrolls>
      <Title order={1}>{screens('ScreenTemplates').text}</Title>
      <Text c="dimmed">{t('HelpTemplates').text}</Text>
      <Loaded query={query}>{(rows) => <Templates rows={rows} />}</Loaded>
    </section>
  )
}

function Templates({ rows }: { rows: readonly TemplateRow[] }) {
  const mayEdit = useMay('EditNotificationTemplate')
  return (
    <Table aria-label={screens('ScreenTemplates').text} maw={720}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{notice('LabelNoticeType').text}</Table.Th>
          <Table.Th>{notice('LabelNoticeMedium').text}</Table.Th>
          <Table.Th>{label('LabelStatus').text}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => {
          const params = {
            notificationtemplateId: String(row.MessageTemplateTypeId),
            typeId: String(row.MessageSendingMediumTypeId),
          }
          const edit = pathTo('/notificationtemplate/{notificationtemplateId}/{typeId}', params)
          const detail = pathTo('/notificationtemplate/{notificationtemplateId}/{typeId}/detail', params)
          return (
            <Table.Tr key={edit}>
              <Table.Th scope="row" fw={400}>
                <ScreenLink to={mayEdit ? edit : detail} aria-label={`${row.MessageTemplateTypeName}, ${row.MediumName}`}>
                  {row.MessageTemplateTypeName}
                </ScreenLink>
              </Table.Th>
              <Table.Td>{row.MediumName}</Table.Td>
              <Table.Td>{changedText(row)}</Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

const changedText = ({ ChangedIn }: TemplateRow): string => {
  if (ChangedIn.length === 0) return t('WordOriginalText').text
  const languages = ChangedIn.map((language) => LANGUAGE_NAMES[language as Language]).join(', ')
  return t('WordChangedIn', { languages }).text
}
