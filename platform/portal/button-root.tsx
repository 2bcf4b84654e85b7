import type { ComponentPropsWithRef } from 'react'

type Props = ComponentPropsWithRef<'button'> & { 'data-loading'?: boolean }

/**
 * The element of every button. One that is at work does nothing when it is pressed, but is not `disabled`: a browser takes the
 * keyboard's focus from what is, and nobody gives it back.
 */
export const buttonRoot = ({ disabled, onClick, ...rest }: Props) => {
  const isAtWork = rest['data-loading']
  return (
    <button
      {...rest}
      disabled={disabled && !isAtWork}
      aria-disabled={isAtWork || rest['aria-disabled']}
      onClick={isAtWork ? (event) => event.preventDefault() : onClick}
    />
  )
}
