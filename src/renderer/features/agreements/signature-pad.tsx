import { Button } from 'antd'
import { type PointerEvent, useRef } from 'react'
import { type Translate, useText } from '#renderer/core/locale.ts'
import './signature-pad.css'

const WIDTH = 600
const HEIGHT = 200
/** What the server takes. */
const LONGEST = 50_000

interface SignaturePadProps {
  /** The path that is drawn so far. */
  strokes: string
  isFixed?: boolean
  /** In which language, where it is not the one of the screen. */
  t?: Translate
  onChange?(strokes: string): void
}

/** A field to sign in by mouse, finger or pen; what is drawn is the path of an SVG. */
export function SignaturePad({ strokes, isFixed = false, t: given, onChange }: SignaturePadProps) {
  const { t: own } = useText()
  const t = given ?? own
  const drawing = useRef<number | null>(null)
  // Points may come faster than what they draw is shown.
  const drawn = useRef(strokes)
  drawn.current = strokes
  const at = (event: PointerEvent<SVGSVGElement>): string => {
    const box = event.currentTarget.getBoundingClientRect()
    const within = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * (most - 1))
    return `${within((event.clientX - box.left) / box.width, WIDTH)} ${within((event.clientY - box.top) / box.height, HEIGHT)}`
  }
  const draw = (more: string) => {
    if (drawn.current.length + more.length > LONGEST) return
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
        // Whoever signs does not leave the field that Enter is pressed in.
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
