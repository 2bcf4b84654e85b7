import { type ComponentPropsWithRef, type FocusEvent, type MouseEvent, useState } from 'react'

type Props = ComponentPropsWithRef<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean }

/**
 * The element of every button. A browser takes the keyboard's focus from a button that becomes `disabled`, and nobody gives it
 * back: one that is at work, or that may not be pressed any more while it has the focus, does nothing when it is pressed and
 * is only called disabled.
 */
function ButtonRoot({ disabled, onClick, onFocus, onBlur, ...rest }: Props) {
  const [hasFocus, setHasFocus] = useState(false)
  const isAtWork = rest['data-loading']
  const doesNothing = isAtWork || disabled
  const focused = (has: boolean, then: Props['onFocus']) => (event: FocusEvent<HTMLButtonElement>) => {
    setHasFocus(has)
    then?.(event)
  }
  return (
    <button
      {...rest}
      disabled={disabled && !isAtWork && !hasFocus}
      data-disabled={disabled || rest['data-disabled'] || undefined}
      aria-disabled={doesNothing || rest['aria-disabled']}
      onFocus={focused(true, onFocus)}
      onBlur={focused(false, onBlur)}
      onClick={doesNothing ? (event: MouseEvent) => event.preventDefault() : onClick}
    />
  )
}
export const buttonRoot = (props: Props) => <ButtonRoot {...props} />
