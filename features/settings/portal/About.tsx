import { Anchor, Text, Title } from '@mantine/core'
import { t } from '#features/session/messages.ts'
import { t as screens } from '#features/session/screens.ts'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { settings } from '../contract.ts'

/** The product's version, where to ask for help, the user and the organisation (spec 1 §1). */
export default function About() {
  const support = useCall(settings.support).data?.Email
  const { name, email, organisation } = useViewer()
  return (
    <>
      <Title order={1} mb={8}>
        {screens('ScreenAbout').text}
      </Title>
      <Text>{t('AboutText').text}</Text>
      <Text>{label('LabelVersion', { version: __RELEASE__ }).text}</Text>
      {support && (
        <Text>
          {t('AboutSupport').text} <Anchor href={`mailto:${support}`}>{support}</Anchor>
        </Text>
      )}
      <Anchor href="third-party-notices.txt" target="_blank">
        {t('AboutNotices').text}
      </Anchor>
      <Text c="dimmed" mt={16}>
        {name} ({email}), {organisation.name}
      </Text>
    </>
  )
}
