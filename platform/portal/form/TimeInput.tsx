import { TextInput, type TextInputProps } from '@mantine/core'
import { Temporal } from 'temporal-polyfill'
import { localTextBy, rulesOfServer, timeBy } from '#platform/zone-rules.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type'> & {
  /** ISO 8601 in UTC, or '' for none. */
  value: string | null | undefined
  onChange: (time: string) => void
  /** The IANA time zone of the property. */
  timeZone: string
}

/** A date with its time in a property's time zone. */
export function TimeInput({ value, onChange, timeZone, ...props }: Props) {
  return (
    <TextInput
      {...props}
      type="datetime-local"
      value={value ? localTime(value, timeZone) : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value ? instantOf(currentTarget.value, timeZone) : '')}
    />
  )
}

function localTime(time: string, timeZone: string): string {
  const rules = rulesOfServer(timeZone, Date.parse(time))
  if (rules) return localTextBy(rules, Date.parse(time)).slice(0, 16).replace(' ', 'T')
  return Temporal.Instant.from(time).toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** A time that comes twice or not at all when clocks change is the earlier one, or an hour later. */
function instantOf(local: string, timeZone: string): string {
  const rules = rulesOfServer(timeZone, Date.parse(`${local}Z`))
  const time = rules ? timeBy(rules, local) : Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds
  return new Date(time).toISOString()
}
