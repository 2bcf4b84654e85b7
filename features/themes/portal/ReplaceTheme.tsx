import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { DEFAULT_THEME, type Theme } from '#features/kiosks/theme.ts'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { call } from '#platform/portal/api/call.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { themes } from '../contract.ts'
import { t } from '../messages.ts'

type Fields = Omit<Theme, 'Version'>
type Props = {
  propertyId: string
  /** Puts other values into the form; `owner`: the property that has their pictures. */
  replace: (fields: Fields, owner?: string) => void
}

/** Fills the form with the theme of another property, or with the default one; nothing is saved. */
export function ReplaceTheme({ propertyId, replace }: Props) {
  const { organisation } = useViewer()
  const [chosen, setChosen] = useState<string | null>(null)
  const { isUnderWay, attempt } = useAttempt()
  const copy = (from: string) =>
    attempt(async () => {
      try {
        const reply = await call(themes.get, { params: { organisationId: organisation.id, propertyId: from } })
        const { PropertyId: _, OrganisationId: __, PropertyName, Version: ___, Kiosks: ____, ...fields } = reply
        replace(fields, from)
        toast.info(t('MsgThemeCopied', { property: PropertyName }).text)
      } catch (error) {
        toast.failure(error, t('MsgThemeCopyFailed').text)
      }
      setChosen(null)
      return undefined
    })
  const reset = () => {
    const { Version: _, ...fields } = DEFAULT_THEME
    replace(fields)
    toast.info(t('MsgThemeReset').text)
  }
  return (
    <Group align="end" gap="sm">
      <PropertyPicker
        label={t('ButtonCopy').text}
        description={t('HelpCopy').text}
        value={chosen}
        disabled={isUnderWay}
        style={{ flex: '1 1 280px' }}
        onChange={(id) => {
          setChosen(id)
          if (id && id !== propertyId) void copy(id)
        }}
      />
      <Button variant="default" onClick={reset}>
        {t('ButtonReset').text}
      </Button>
    </Group>
  )
}
