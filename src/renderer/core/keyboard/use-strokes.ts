import { type PointerEvent, useRef } from 'react'

export const SIGNATURE_WIDTH = 600
export const SIGNATURE_HEIGHT = 200
/** The server's maximum length of a path, in characters. */
const MAX_PATH_LENGTH = 50_000

/** The handlers of an SVG on which a user draws with mouse, finger or pen: `onChange` gets the path drawn so far. */
export function useStrokes(strokes: string, onChange: ((strokes: string) => void) | undefined, isFixed = false) {
  const drawing = useRef<number | null>(null)
  // Points may come faster than rendering.
  const drawn = useRef(strokes)
  drawn.current = strokes
  const at = (event: PointerEvent<SVGSVGElement>): string => {
    const box = event.currentTarget.getBoundingClientRect()
    const scaled = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * (most - 1))
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
    return `${scaled(x, SIGNATURE_WIDTH)} ${scaled(y, SIGNATURE_HEIGHT)}`
  }
  const draw = (more: string) => {
    if (drawn.current.length + more.length > MAX_PATH_LENGTH) return
    drawn.current += more
    onChange?.(drawn.current)
  }
  const end = () => {
    drawing.current = null
  }
  return {
    viewBox: `0 0 ${SIGNATURE_WIDTH} ${SIGNATURE_HEIGHT}`,
    // Drawing does not take the focus from the field where Enter is pressed.
    onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      if (isFixed || drawing.current !== null) return
      drawing.current = event.pointerId
      event.currentTarget.setPointerCapture(event.pointerId)
      draw(`M${at(event)}`)
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      if (drawing.current === event.pointerId) draw(`L${at(event)}`)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
