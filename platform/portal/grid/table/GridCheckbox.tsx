import '@mantine/core/styles/Checkbox.css'
import { Checkbox, type CheckboxProps } from '@mantine/core'

/** The checkbox of a row or of all rows; loaded with the first list whose rows can be selected. */
export default function GridCheckbox(props: CheckboxProps) {
  return <Checkbox {...props} />
}
