import { Button } from 'antd'
import { useStrokes } from '#renderer/core/keyboard/use-strokes.ts'
import { type Translate, useText } from '#renderer/core/locale.ts'
import './signature-pad.css'

interface SignaturePadProps {
  /** The SVG path drawn so far. */
  strokes: string
  isFixed?: boolean
  /** The language, where it differs from the screen's. */
  t?: Translate
  onChange?(strokes: string): void
}

/** A signature field for mouse, finger or pen; its value is an SVG path. */
export function SignaturePad({ strokes, isFixed = false, t: given, onChange }: SignaturePadProps) {
  const { t: own } = useText()
  const t = given ?? own
  const svg = useStrokes(strokes, onChange, isFixed)
  return (
    <div className="pl-signature">
      <svg role="img" aria-label={t('agreement.signHere')} {...svg}>
        <path d={strokes} />
      </svg>
      {isFixed ? null : (
        <>
          {strokes === '' ? <span aria-hidden="true">{t('agreement.signHere')}</span> : null}
          <Button size="small" disabled={strokes === ''} onClick={() => onChange?.('')}>
            {t('agreement.drawAgain')}
          </Button>
        </>
      )}
    </div>
  )
}
