import { Button } from 'antd'
import { type PointerEvent, useRef } from 'react'
import { type Translate, useText } from '#renderer/core/locale.ts'
import './signature-pad.css'

const WIDTH = 600
const HEIGHT = 200
/** The server's maximum length of a path, in characters. */
const MAX_PATH_LENGTH = 50_000

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
  const drawing = useRef<number | null>(null)
  // Points may come faster than rendering.
  const drawn = useRef(strokes)
  drawn.current = strokes
  const at = (event: PointerEvent<SVGSVGElement>): string => {
    const box = event.currentTarget.getBoundingClientRect()
    const within = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * (most - 1))
    return `${within((event.clientX - box.left) / box.width, WIDTH)} ${within((event.clientY - box.top) / box.height, HEIGHT)}`
  }
  const draw = (more: string) => {
    if (drawn.current.length + more.length > MAX_PATH_LENGTH) return
    drawn.current += more
    onChange?.(drawn.current)
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (isFixed || drawing.current !== null) return
    drawing.current = event.pointerId
    event.currentTarget.setPointerCapture(event.pointerId)
    draw(`M${at(event)}`)
  }
  const go = (event: PointerEvent<SVGSVGElement>) => {
    if (drawing.current === event.pointerId) draw(`L${at(event)}`)
  }
  const end = () => {
    drawing.current = null
  }
  return (
    <div className="pl-signature">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('agreement.signHere')}
        // Drawing does not take the focus from the field where Enter is pressed.
        onMouseDown={(event) => event.preventDefault()}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={end}
      >
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
