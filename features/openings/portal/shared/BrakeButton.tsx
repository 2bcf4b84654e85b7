import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { MANAGES_OPENINGS } from '#features/kiosks/access.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useMay, useViewer } from '#platform/portal/session/viewer.tsx'
import { openings } from '../../contract.ts'
import { t } from '../../messages.ts'
import { useBrake } from './use-brake.ts'

/** For managers: stops all remote opening in the organisation. While it is stopped, the banner has the button that releases it. */
export function StopButton() {
  const brake = useBrake()
  return brake.data?.IsStopped === false && <BrakeButton stops />
}

/** Stops or releases remote opening, after a confirmation; nothing for users who may not. */
export function BrakeButton({ stops }: { stops: boolean }) {
  const may = useMay(MANAGES_OPENINGS)
  const { organisation } = useViewer()
  const isConnectionLost = useIsConnectionLost()
  const change = useChange(openings.setBrake, {
    refreshes: [openings.brake],
    title: t(stops ? 'MsgBrakeStopFailed' : 'MsgBrakeReleaseFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  if (!may) return null
  const ask = async () => {
    const question = stops
      ? {
          title: t('AskStop').text,
          text: t('TextStop', { organisation: organisation.name }).text,
          yes: t('WordStop').text,
          danger: true,
        }
      : {
          title: t('AskRelease').text,
          text: t('TextRelease', { organisation: organisation.name }).text,
          yes: t('WordRelease').text,
        }
    if (await confirm(question)) await change.mutate({ input: { IsStopped: stops } })
  }
  return (
    <Button
      variant="default"
      leftSection={stops && <IconHandStop size={16} aria-hidden />}
      loading={change.isPending}
      disabled={isConnectionLost}
      onClick={ask}
    >
      {t(stops ? 'ButtonStop' : 'ButtonRelease').text}
    </Button>
  )
}
