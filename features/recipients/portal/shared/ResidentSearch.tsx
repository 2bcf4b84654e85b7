import '@mantine/core/styles/Combobox.css'
import { Combobox, Group, Loader, Text, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useState } from 'react'
import { whyNotLoaded } from '#platform/portal/api/call-error.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type QuickResident, recipients } from '../../contract.ts'
import { MIN_SEARCH } from '../../rules.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  ref?: Ref<HTMLInputElement>
  onChoose: (resident: QuickResident) => void
  /** What is shown beside a resident's name. */
  marks: (resident: QuickResident) => ReactNode
  /** Shown when nobody matches. */
  nothing: string
  /** Only residents of this property are offered, when it is given. */
  propertyId?: string | undefined
}

const PAUSE_MS = 150

/** Finds a resident as one types, by name, unit or e-mail; Enter takes the first, or the only one of a search under way. */
export function ResidentSearch({ onChoose, marks, nothing, propertyId, ...props }: Props) {
  const { organisation } = useViewer()
  const [text, setText] = useState('')
  const [term] = useDebouncedValue(text.trim(), PAUSE_MS)
  const params = { organisationId: organisation.id, term: term || '-' }
  const { data, isFetching, error } = useCall(recipients.quickSearch, { params }, { enabled: term !== '' })
  // Results of what was typed before are not offered: Enter would take somebody else.
  const isCurrent = term !== '' && term === text.trim()
  const isLost = useIsConnectionLost()
  const failure = term !== '' && (isLost ? tPortal('MsgUnreachable').text : error && whyNotLoaded(error))
  const found = (isCurrent && data ? data : []).filter((one) => !propertyId || one.PropertyId === propertyId)
  // The first letter of a name is no unit, and no reason to say that there is nobody.
  const isUnknownBeginning = found.length === 0 && term.length < MIN_SEARCH
  const [isAwaited, setAwaited] = useState(false)
  const combobox = useCombobox()
  const choose = (id: string) => {
    const resident = found.find((one) => one.Id === id)
    if (!resident) return
    setText('')
    combobox.closeDropdown()
    onChoose(resident)
  }
  const onFound = useEffectEvent(() => {
    const [only, ...others] = found
    if (isAwaited && only && others.length === 0) choose(only.Id)
    else combobox.selectFirstOption()
    setAwaited(false)
  })
  useEffect(() => {
    if (isCurrent && data) onFound()
  }, [isCurrent, data])
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...props}
          type="search"
          role="combobox"
          value={text}
          autoComplete="off"
          error={failure || props.error}
          rightSection={isFetching ? <Loader size={16} /> : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAwaited(false)
            combobox.openDropdown()
          }}
          onKeyDown={(event) => {
            // Enter comes before the reply when one types fast: the only one who is found is then taken.
            if (event.key !== 'Enter' || text.trim() === '' || (isCurrent && data)) return
            event.preventDefault()
            setAwaited(true)
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isCurrent || !data || isUnknownBeginning}>
        <Combobox.Options aria-label={String(props.label)} mah={280} style={{ overflowY: 'auto' }}>
          {found.map((resident, index) => (
            <Combobox.Option key={resident.Id} value={resident.Id} active={index === 0}>
              <Group gap="xs" wrap="wrap">
                <Text fw={600} size="sm">
                  {resident.Name}
                </Text>
                <Text size="sm">{`${resident.UnitNumber} · ${resident.BuildingName} · ${resident.PropertyName}`}</Text>
                {marks(resident)}
              </Group>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
