import { Button, FileButton, Group, Input } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { PHOTO } from '#platform/photo.ts'
import { t } from '#platform/photo-messages.ts'
import { toast } from '../feedback/toast.tsx'
import { reducedPhoto, whyNotPhoto } from './reduced-photo.ts'

/** Some systems do not know that HEIC is a picture. */
const PHOTOS = 'image/*,.heic,.heif'

type Props = {
  label: string
  /** The data URL of the photo; '' for none. */
  value: string
  error?: string | undefined
  /** The field's name in the request, for the focus on an error. */
  path: string
  onChange: (dataUrl: string) => void
}

/** Takes a photo with the device's camera or from its files, and shows it; a file that is no picture leaves the one before. */
export function PhotoInput({ label, value, error, path, onChange }: Props) {
  const resetRef = useRef<() => void>(null)
  const errorId = useId()
  const [isConverting, setConverting] = useState(false)
  const choose = async (file: File | null) => {
    // The same file can be chosen again.
    resetRef.current?.()
    if (!file) return
    setConverting(true)
    try {
      onChange(await reducedPhoto(file))
    } catch (error) {
      toast.error(whyNotPhoto(error))
    } finally {
      setConverting(false)
    }
  }
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} errorProps={{ id: errorId }}>
      {value && <img src={value} alt={label} style={{ display: 'block', maxWidth: '100%', maxHeight: PHOTO.longest / 8 }} />}
      <Group my={4}>
        <FileButton accept={PHOTOS} capture="environment" onChange={choose} resetRef={resetRef}>
          {(props) => (
            <Button {...props} variant="default" loading={isConverting} data-path={path} aria-describedby={error && errorId}>
              {t('ButtonTakePhoto').text}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button variant="subtle" onClick={() => onChange('')}>
            {t('ButtonRemovePhoto').text}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
