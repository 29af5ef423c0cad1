import type { ReactNode } from 'react'

export interface Row {
  key: string
  title: ReactNode
  /** A second line. */
  note?: ReactNode
  value?: ReactNode
  /** A link, or what a press does; without either the row only shows something. */
  href?: string
  onPress?(): void
}

/** A list of lines, each with a title, a note and a value. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className="m-rows">
      {rows.map((row) => (
        <li key={row.key}>
          <RowContent row={row} />
        </li>
      ))}
    </ul>
  )
}

function RowContent({ row: { title, note, value, href, onPress } }: { row: Row }) {
  const content = (
    <>
      <span className="m-row-text">
        <span className="m-row-title">{title}</span>
        {note ? <span className="m-row-note">{note}</span> : null}
      </span>
      {value === undefined ? null : <span className="m-row-value">{value}</span>}
      {href === undefined && !onPress ? null : (
        <span className="m-row-more" aria-hidden="true">
          ›
        </span>
      )}
    </>
  )
  if (href !== undefined)
    return (
      <a className="m-row" href={href}>
        {content}
      </a>
    )
  if (onPress)
    return (
      <button type="button" className="m-row" onClick={onPress}>
        {content}
      </button>
    )
  return <div className="m-row">{content}</div>
}
