import { useId } from 'react'
import { say } from '../../messages.ts'
import classes from './designer.module.css'

type Props = { sizes: readonly { Value: number; Label: string }[]; size: number; onSize: (size: number) => void }

/** The sizes that a type comes in, side by side: one click each. */
export function SizeChoice({ sizes, size, onSize }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.sizes}>
      <legend>{say('LabelSize').text}</legend>
      {sizes.map(({ Value, Label }) => (
        <label key={Value} className={classes.size}>
          <input type="radio" name={name} checked={Value === size} onChange={() => onSize(Value)} />
          <span>{Label}</span>
        </label>
      ))}
    </fieldset>
  )
}
