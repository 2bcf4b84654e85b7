import { memo, useId } from 'react'
import { t } from '../../../messages.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer.ts'

type Props = { sizes: readonly { Value: number; Label: string }[]; size: number; designer: Designer }

/** The sizes that a type comes in, side by side: one click each. */
export const SizeChoice = memo(function SizeChoice({ sizes, size, designer }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.sizes}>
      <legend>{t('LabelSize').text}</legend>
      {sizes.map(({ Value, Label }) => (
        <label key={Value} className={classes.size}>
          <input type="radio" name={name} checked={Value === size} onChange={() => designer.changeChosen({ size: Value })} />
          <span>{Label}</span>
        </label>
      ))}
    </fieldset>
  )
})
