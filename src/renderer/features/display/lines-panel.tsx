import { type CSSProperties, memo } from 'react'

const FEWEST = 4

/** Announcements or rules, a line each, as large as they fit. */
export const LinesPanel = memo(function LinesPanel({ lines, isNumbered }: { lines: string; isNumbered?: boolean }) {
  const each = lines.split('\n').filter((line) => line.trim() !== '')
  const List = isNumbered ? 'ol' : 'ul'
  return (
    <List className="pl-big-lines" style={{ '--count': Math.max(FEWEST, each.length) } as CSSProperties}>
      {each.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </List>
  )
})
