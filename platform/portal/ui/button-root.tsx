import { type ComponentPropsWithRef, type FocusEvent, type MouseEvent, useState } from 'react'

type Props = ComponentPropsWithRef<'button'> & { 'data-loading'?: boolean; 'data-disabled'?: boolean }

/**
 * The element of every button. A browser removes the keyboard focus from a button that becomes `disabled` and does not return
 * it: a focused button that is loading or becomes disabled ignores clicks and is only marked `aria-disabled`.
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
