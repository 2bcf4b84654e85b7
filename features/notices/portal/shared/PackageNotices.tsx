import { Stack, Text } from '@mantine/core'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { notices } from '../../contract.ts'
import { t } from '../../messages.ts'
import { t as screens } from '../../screens.ts'
import { Notice } from './Notice.tsx'

/** The notices of a package, latest first, with their texts; those that were not sent can be sent again. */
export function PackageNotices({ packageId }: { packageId: string }) {
  const query = useCall(notices.ofPackage, { params: { packageId } })
  return (
    <Loaded query={query}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed">{t('NoNoticesOfPackage').text}</Text>
        ) : (
          <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }} aria-label={screens('ScreenNotices').text}>
            {rows.map((notice) => (
              <li key={notice.Id}>
                <Notice notice={notice} />
              </li>
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}
