import { Button } from '@mantine/core'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { May } from '#platform/portal/session/viewer.tsx'
import { t as screens, TRENDS_NEEDS, TRENDS_PATH } from '../../screens.ts'

/** The way to the pictures of the property that a list shows; of all without one. */
export default function TrendsLink({ propertyId }: { propertyId: string | undefined }) {
  const query = propertyId ? `?${new URLSearchParams({ PropertyId: propertyId })}` : ''
  return (
    <May permission={TRENDS_NEEDS}>
      <Button variant="default" renderRoot={(props) => <ScreenLink {...props} to={TRENDS_PATH + query} />}>
        {screens('ScreenTrends').text}
      </Button>
    </May>
  )
}
