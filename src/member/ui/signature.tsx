import { useStrokes } from '#renderer/core/keyboard/use-strokes.ts'

interface SignatureProps {
  /** The SVG path drawn so far. */
  strokes: string
  label: string
  onChange(strokes: string): void
}

/** A field to sign with the finger; its value is an SVG path. */
export function Signature({ strokes, label, onChange }: SignatureProps) {
  const svg = useStrokes(strokes, onChange)
  return (
    <svg className="m-signature" role="img" aria-label={label} {...svg}>
      <path d={strokes} />
    </svg>
  )
}
