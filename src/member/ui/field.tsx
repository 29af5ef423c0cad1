import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id'> {
  label: string
  value: string
  onChange(value: string): void
  /** Why the value was refused; empty: nothing is wrong. */
  error?: string
  hint?: string
  /** A button beside the input. */
  after?: ReactNode
}

/** An input with its label and its error. */
export function Field({ label, value, onChange, error = '', hint = '', after, ...input }: FieldProps) {
  const id = useId()
  const note = error || hint
  return (
    <div className="m-field">
      <label htmlFor={id}>{label}</label>
      <div className="m-field-row">
        <input
          {...input}
          id={id}
          value={value}
          aria-invalid={error !== '' || undefined}
          aria-describedby={note === '' ? undefined : `${id}-note`}
          onChange={(event) => onChange(event.target.value)}
        />
        {after}
      </div>
      {note === '' ? null : (
        <p id={`${id}-note`} className={error === '' ? 'm-hint' : 'm-error'}>
          {note}
        </p>
      )}
    </div>
  )
}
