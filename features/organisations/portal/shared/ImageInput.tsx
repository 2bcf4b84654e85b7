import { Button, FileButton, Group, Input } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { t as conflict } from '#platform/conflict-messages.ts'
import { isPictureOf, PICTURES, type PictureFormat } from '#platform/photo.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { isHeicFile } from '#platform/portal/form/heic.ts'
import { reducedPhoto, whyNotPhoto } from '#platform/portal/form/reduced-photo.ts'
import { t } from '../../messages.ts'

const FORMATS = Object.keys(PICTURES) as PictureFormat[]
const mediaType = (format: PictureFormat) => `image/${format}`

/** HEIC, as phones take photos, is converted. */
const ACCEPTED = [...FORMATS.map(mediaType), 'image/heic', 'image/heif', '.heic', '.heif'].join()

/** Whether a file is an accepted picture, by its type and by its content, which may have been renamed. */
async function isPicture(file: File): Promise<boolean> {
  const format = FORMATS.find((one) => mediaType(one) === file.type)
  return format !== undefined && isPictureOf(format, new Uint8Array(await file.slice(0, 16).arrayBuffer()))
}

type Props = {
  /** The name of the field in the form. */
  field: string
  label: string
  description: string
  /** Largest file in bytes. */
  maxBytes: number
  /** The address or data URL of the present picture; '' or null for none. */
  shown: string | null
  /** Greatest size of the picture in the form, in px. */
  height: number
  maxWidth: number
  error?: string | undefined
  required?: boolean
  onChange: (dataUrl: string) => void
  /** The button that removes the picture, for one that may be missing. */
  removeLabel?: string
}

/** What a form shows of a picture where it has only a text. */
export const pictureText = (value: string | null) => (value ? conflict('ConflictPicture').text : '')

/** Chooses a picture and shows it; one of another type or of too many bytes leaves the one before (spec 3 §5). */
export function ImageInput({
  field,
  label,
  description,
  maxBytes,
  shown,
  height,
  maxWidth,
  error,
  required = false,
  ...on
}: Props) {
  const resetRef = useRef<() => void>(null)
  const errorId = useId()
  const [isConverting, setConverting] = useState(false)
  const convert = async (photo: File) => {
    setConverting(true)
    try {
      on.onChange(await reducedPhoto(photo))
    } catch (error) {
      toast.error(whyNotPhoto(error))
    } finally {
      setConverting(false)
    }
  }
  const choose = async (file: File | null) => {
    // The same file can be chosen again.
    resetRef.current?.()
    if (!file) return
    if (await isHeicFile(file)) return convert(file)
    if (!(await isPicture(file))) return void toast.error(t('MsgFileType').text)
    if (file.size > maxBytes) return void toast.error(t('MsgImageTooLarge').text)
    const reader = new FileReader()
    reader.onload = () => on.onChange(String(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      errorProps={{ id: errorId }}
      required={required}
    >
      <Group my={4}>
        {shown && <img src={shown} alt={label} height={height} style={{ maxWidth }} />}
        <FileButton accept={ACCEPTED} onChange={choose} resetRef={resetRef}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isConverting}
              data-path={field}
              aria-describedby={error && errorId}
              {...(on.removeLabel && { 'aria-label': `${t('ChooseImage').text}: ${label}` })}
            >
              {t('ChooseImage').text}
            </Button>
          )}
        </FileButton>
        {shown && on.removeLabel && (
          <Button variant="subtle" onClick={() => on.onChange('')} aria-label={`${on.removeLabel}: ${label}`}>
            {on.removeLabel}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
