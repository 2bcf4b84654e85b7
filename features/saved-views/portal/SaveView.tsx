import { Button } from '@mantine/core'
import { useState } from 'react'
import { newId } from '#platform/ids.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import type { ViewControlsProps } from '#platform/portal/grid/view-controls.ts'
import { t } from '../messages.ts'
import { NameDialog } from './NameDialog.tsx'
import { useViewChanges } from './use-view-changes.ts'

/** The buttons of a list that shows something else than its open view: save it as a view, in the view, or go back to the view. */
export default function SaveView({ listId, state, columns }: ViewControlsProps) {
  const [isNaming, setNaming] = useState(false)
  const { isUnderWay, save } = useViewChanges({ listId, state })
  const { view } = state
  const isConnectionLost = useIsConnectionLost()
  const content = { ...state.shown, columns: columns.layout }
  const add = (name: string) => {
    const added = { ...content, id: newId(), name }
    void save(added, () => {
      setNaming(false)
      if (view) columns.discard()
      void state.openView({ ...added, list: listId, isDefault: false })
    })
  }
  const replace = () => view && save({ ...content, id: view.id, name: view.name }, columns.discard)
  const reset = () => {
    columns.discard()
    void state.openView(view)
  }
  return (
    <>
      {view && (
        <Button variant="light" size="compact-sm" loading={isUnderWay && !isNaming} disabled={isConnectionLost} onClick={replace}>
          {t('ViewSave').text}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={() => setNaming(true)}>
        {t(view ? 'ViewSaveAsNew' : 'ViewSave').text}
      </Button>
      {view && (
        <Button variant="subtle" size="compact-sm" onClick={reset}>
          {t('ViewReset').text}
        </Button>
      )}
      {isNaming && (
        <NameDialog title={t('TitleNewView').text} name="" isSaving={isUnderWay} save={add} close={() => setNaming(false)} />
      )}
    </>
  )
}
