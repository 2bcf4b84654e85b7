import { Title } from '@mantine/core'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { t as label } from '#platform/labels.ts'
import { useSearchParams, useSetSearchParams } from '#platform/portal/navigation/links.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import screen from '#platform/portal/ui/screen.module.css'
import { t as screens } from '../screens.ts'
import Trends from './Trends.tsx'

/** Charts of all properties that the user sees, or of one. */
export default function TrendsScreen() {
  const { property } = useViewer()
  const { PropertyId } = useSearchParams()
  const set = useSetSearchParams()
  return (
    <section className={screen.screen} data-scrolls aria-label={screens('ScreenTrends').text}>
      <div className={screen.header}>
        <Title order={1}>{screens('ScreenTrends').text}</Title>
        <div className={screen.tools}>
          {!property && (
            <PropertyPicker
              aria-label={label('LabelProperty').text}
              placeholder={label('LabelProperty').text}
              clearable
              value={PropertyId ?? null}
              onChange={(id) => set({ PropertyId: id ?? undefined })}
            />
          )}
        </div>
      </div>
      <Trends propertyId={PropertyId ?? property?.id ?? null} />
    </section>
  )
}
