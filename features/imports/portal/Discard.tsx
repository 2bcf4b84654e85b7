import { Button } from '@mantine/core'
import { useChange } from '#platform/portal/api/queries.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useGo } from '#platform/portal/navigation/links.tsx'
import { imports } from '../contract.ts'
import { t } from '../messages.ts'

/** Deletes an import that was not applied, after a confirmation, and opens the list. */
export function Discard({ importId }: { importId: string }) {
  const go = useGo()
  const remove = useChange(imports.remove, {
    refreshes: [imports.page],
    onDone: ({ Message }) => {
      toast.success(Message)
      go('/importfile/list')
    },
  })
  const discard = async () => {
    const yes = await confirm({
      title: t('TitleDiscard').text,
      text: t('TextDiscard').text,
      yes: t('ButtonDiscard').text,
      danger: true,
    })
    if (yes) remove.mutate({ input: [importId] })
  }
  return (
    <Button variant="default" onClick={discard} loading={remove.isPending}>
      {t('ButtonDiscard').text}
    </Button>
  )
}
