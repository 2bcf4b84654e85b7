import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { t } from '../../intake-messages.ts'

const CameraScan = lazyComponent(() => import('../intake/CameraScan.tsx'))

/** Reads a barcode with the camera; `onRead` receives the number in it. */
export function ScanButton({ onRead }: { onRead: (text: string) => void }) {
  const [isScanning, setScanning] = useState(false)
  const read = (text: string) => {
    setScanning(false)
    onRead(text)
  }
  // The button stays, so that the focus does.
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => setScanning(!isScanning)}>
          {t(isScanning ? 'ButtonStopScan' : 'ButtonScan').text}
        </Button>
      </Group>
      {isScanning && <CameraScan onRead={read} onFailure={() => setScanning(false)} />}
    </>
  )
}
