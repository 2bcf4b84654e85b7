import '@mantine/core/styles/Menu.css'
import { Button, Menu } from '@mantine/core'
import { call } from '#platform/portal/call.ts'
import { confirm } from '#platform/portal/dialogs.tsx'
import { download } from '#platform/portal/download.ts'
import { useGo } from '#platform/portal/links.tsx'
import { useChange } from '#platform/portal/queries.ts'
import { toast } from '#platform/portal/toast.tsx'
import { useMay } from '#platform/portal/viewer.tsx'
import { type ResidentInfo, residents } from '../contract.ts'
import { say } from '../messages.ts'

/** A resident's own data: to be handed over, or to be erased for good. */
export function PersonalDataMenu({ resident }: { resident: ResidentInfo }) {
  const mayExport = useMay('EditResident')
  const mayErase = useMay('EraseResident')
  const go = useGo()
  const asked = { params: { residentId: resident.Id } }
  const erase = useChange(residents.erase, {
    refreshes: [residents.page],
    title: say('MsgEraseFailed').text,
    onDone: ({ Message }) => {
      toast.success(Message)
      go('/resident/list', { asLeft: true })
    },
  })
  if (!mayExport && !mayErase) return null
  const ask = async () => {
    const name = `${resident.FirstName} ${resident.LastName}`
    const yes = await confirm({
      title: say('MenuErase').text,
      text: say('EraseText', { name }).text,
      yes: say('MenuErase').text,
      danger: true,
    })
    if (yes) erase.mutate(asked)
  }
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" loading={erase.isPending}>
          {say('MenuMore').text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayExport && <Menu.Item onClick={() => exportData(resident.Id)}>{say('MenuExport').text}</Menu.Item>}
        {mayErase && (
          <Menu.Item color="red" onClick={ask}>
            {say('MenuErase').text}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

async function exportData(residentId: string) {
  try {
    const data = await call(residents.personalData, { params: { residentId } })
    download(`resident-${residentId}.json`, [`${JSON.stringify(data, null, 2)}\n`], 'application/json')
  } catch (error) {
    toast.failure(error, say('MsgExportFailed').text)
  }
}
