import './bars.css'

export interface Bar {
  label: string
  value: number
  /** The value as people read it. */
  text: string
}

/** A row of bars from nothing up, with the same figures as a table for who cannot see them. */
export function Bars({
  title,
  head,
  bars,
}: {
  title: string
  head: [label: string, value: string]
  bars: readonly Bar[]
}) {
  const most = Math.max(...bars.map(({ value }) => value), 0)
  return (
    <figure className="pl-bars">
      <figcaption>{title}</figcaption>
      <div aria-hidden="true">
        {bars.map(({ label, value, text }) => (
          <span key={label} title={`${label} ${text}`}>
            <i style={{ height: `${most > 0 ? Math.max(0, (value / most) * 100) : 0}%` }} />
            <small>{label.slice(-2)}</small>
          </span>
        ))}
      </div>
      <table className="pl-visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th>{head[0]}</th>
            <th>{head[1]}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, text }) => (
            <tr key={label}>
              <td>{label}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
