import { type CSSProperties, memo, useLayoutEffect, useRef } from 'react'

/** Font sizes in percent of the screen's width: as large as fits, within these limits. */
const MAX_FONT_SIZE = 4.2
const MIN_FONT_SIZE = 1.5
const STEP = 0.1

/** Announcements or rules, one per line, as large as fits. */
export const LinesPanel = memo(function LinesPanel({ lines, isNumbered }: { lines: string; isNumbered?: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const each = lines.split('\n').filter((line) => line.trim() !== '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines take other room
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const fit = () => {
      for (let size = MAX_FONT_SIZE; size >= MIN_FONT_SIZE; size -= STEP) {
        element.style.setProperty('--size', size.toFixed(1))
        if (element.scrollHeight <= element.clientHeight + 1) return
      }
    }
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [lines])
  const List = isNumbered ? 'ol' : 'ul'
  return (
    <div className="pl-big-lines" ref={box} style={{ '--size': MIN_FONT_SIZE } as CSSProperties}>
      <List>
        {each.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </List>
    </div>
  )
})
