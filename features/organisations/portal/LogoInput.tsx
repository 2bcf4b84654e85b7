import { Button, FileButton, Group, Input } from '@mantine/core'
import { useId, useRef } from 'react'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { LOGO } from '../contract.ts'
import { t } from '../messages.ts'

const TYPES = ['image/png', 'image/gif', 'image/jpeg']

type Props = {
  /** The address of the saved picture. */
  saved: string | null
  /** The data URL of the chosen picture; '' for none. */
  value: string
  error?: string | undefined
  optional?: boolean
  onChange: (dataUrl: string) => void
}

/** Chooses a picture and shows it; one of another type or of too many bytes leaves the one before (spec 3 §5). */
export function LogoInput({ saved, value, error, optional = false, onChange }: Props) {
  const resetRef = useRef<() => void>(null)
  const errorId = useId()
  const choose = (file: File | null) => {
    // The same file can be chosen again.
    resetRef.current?.()
    if (!file) return
    if (!TYPES.includes(file.type)) return void toast.error(t('MsgFileType').text)
    if (file.size > LOGO.maxBytes) return void toast.error(t('MsgImageTooLarge').text)
    const reader = new FileReader()
    reader.onload = () => onChange(String(reader.result))
    reader.readAsDataURL(file)
  }
  const shown = value || saved
  return (
    <Input.Wrapper
      label={t('LabelLogo').text}
      labelElement="div"
      description={t('HelpLogo', { height: LOGO.height }).text}
      error={error}
      errorProps={{ id: errorId }}
      required={!saved && !optional}
    >
      <Group my={4}>
        {shown && <img src={shown} alt={t('LabelLogo').text} height={LOGO.height} style={{ maxWidth: LOGO.width }} />}
        <FileButton accept={TYPES.join()} onChange={choose} resetRef={resetRef}>
          {(props) => (
            <Button {...props} variant="default" data-path="Logo" aria-describedby={error && errorId}>
              {t('ChooseImage').text}
            </Button>
          )}
        </FileButton>
      </Group>
    </Input.Wrapper>
  )
}
