import { Button } from '@mantine/core'
import { confirm } from '#platform/portal/dialogs.tsx'
import { useGo } from '#platform/portal/links.tsx'
import { useChange } from '#platform/portal/queries.ts'
import { toast } from '#platform/portal/toast.tsx'
import { imports } from '../contract.ts'
import { say } from '../messages.ts'

/** Deletes an import from which nothing was taken, and goes to the others; asks first. */
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
      title: say('TitleDiscard').text,
      text: say('TextDiscard').text,
      yes: say('ButtonDiscard').text,
      danger: true,
    })
    if (yes) remove.mutate({ input: [importId] })
  }
  return (
    <Button variant="default" onClick={discard} loading={remove.isPending}>
      {say('ButtonDiscard').text}
    </Button>
  )
}
