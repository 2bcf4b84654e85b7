import { LOGO } from '../contract.ts'
import { t } from '../messages.ts'
import { ImageInput, pictureText } from './shared/ImageInput.tsx'

type Props = {
  /** The address of the saved picture. */
  saved: string | null
  /** The data URL of the chosen picture; '' for none. */
  value: string
  error?: string | undefined
  optional?: boolean
  describe: (name: 'Logo', label: string, show: typeof pictureText) => string
  onChange: (dataUrl: string) => void
}

/** Chooses the logo of an organisation or of its mobile app. */
export function LogoInput({ saved, value, error, optional = false, describe, onChange }: Props) {
  return (
    <ImageInput
      field="Logo"
      label={describe('Logo', t('LabelLogo').text, pictureText)}
      description={t('HelpLogo', { height: LOGO.height }).text}
      maxBytes={LOGO.maxBytes}
      shown={value || saved}
      height={LOGO.height}
      maxWidth={LOGO.width}
      error={error}
      required={!saved && !optional}
      onChange={onChange}
    />
  )
}
