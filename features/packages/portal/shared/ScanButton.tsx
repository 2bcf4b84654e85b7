import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { t } from '../../intake-messages.ts'

const CameraScan = lazyComponent(() => import('../intake/CameraScan.tsx'))

/** Reads a barcode with the camera; `onRead` receives its text. */
export function ScanButton({ onRead }: { onRead: (text: string) => void }) {
  const [isScanning, setScanning] = useState(false)
  const read = (text: string) => {
    setScanning(false)
    onRead(text)
  }
  if (isScanning) return <CameraScan onRead={read} onClose={() => setScanning(false)} />
  return (
    <Group>
      <Button variant="default" onClick={() => setScanning(true)}>
        {t('ButtonScan').text}
      </Button>
    </Group>
  )
}
