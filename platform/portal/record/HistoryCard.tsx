import type { ComponentProps } from 'react'
import { t as label } from '#platform/labels.ts'
import { FormSection, Sections } from '../form/DraftForm.tsx'
import { RecordChanges } from './RecordChanges.tsx'

/** The changes of a record as the content of a tab. */
export const HistoryCard = (props: ComponentProps<typeof RecordChanges>) => (
  <Sections>
    <FormSection title={label('SectionHistory').text}>
      <RecordChanges {...props} />
    </FormSection>
  </Sections>
)
