import { personName } from '#platform/person-name.ts'
import '@mantine/core/styles/Menu.css'
import { Button, Menu } from '@mantine/core'
import { call } from '#platform/portal/api/call.ts'
import { download } from '#platform/portal/api/download.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useGo } from '#platform/portal/navigation/links.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import { type ResidentInfo, residents } from '../contract.ts'
import { t } from '../messages.ts'

/** Exports or erases a resident's personal data. */
export function PersonalDataMenu({ resident }: { resident: ResidentInfo }) {
  const mayExport = useMay('EditResident')
  const mayErase = useMay('EraseResident')
  const go = useGo()
  const request = { params: { residentId: resident.Id } }
  const erase = useChange(residents.erase, {
    refreshes: [residents.page],
    title: t('MsgEraseFailed').text,
    onDone: ({ Message }) => {
      toast.success(Message)
      go('/resident/list', { asLeft: true })
    },
  })
  if (!mayExport && !mayErase) return null
  const ask = async () => {
    const name = personName(resident.FirstName, resident.LastName)
    const yes = await confirm({
      title: t('MenuErase').text,
      text: t('EraseText', { name }).text,
      yes: t('MenuErase').text,
      danger: true,
    })
    if (yes) erase.mutate(request)
  }
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" loading={erase.isPending}>
          {t('MenuMore').text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayExport && <Menu.Item onClick={() => exportData(resident.Id)}>{t('MenuExport').text}</Menu.Item>}
        {mayErase && (
          <Menu.Item c="var(--stop)" onClick={ask}>
            {t('MenuErase').text}
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
    toast.failure(error, t('MsgExportFailed').text)
  }
}
