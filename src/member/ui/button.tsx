import type { ReactNode } from 'react'

interface ButtonProps {
  children: ReactNode
  kind?: 'primary' | 'plain' | 'danger'
  type?: 'button' | 'submit'
  isBusy?: boolean
  isDisabled?: boolean
  onPress?(): void
}

/** A button; while it is busy a second press does nothing. */
export function Button({
  children,
  kind = 'primary',
  type = 'button',
  isBusy = false,
  isDisabled,
  onPress,
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`m-button m-button-${kind}`}
      disabled={isDisabled || isBusy}
      aria-busy={isBusy || undefined}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
