import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { useNarrow } from '#renderer/core/hooks.ts'
import './bars.css'
import { axisOf } from './bars.calc.ts'

export interface Bar {
  /** React key; needed where labels repeat. */
  key?: string
  label: string
  value: number
  /** The formatted value. */
  text: string
  /** The label on the axis; defaults to the end of `label`. */
  tick?: string
  /** The value of the comparison period. */
  before?: { value: number; text: string }
  /** The address of the list behind this bar. */
  to?: string | undefined
}

interface BarsProps {
  title: string
  head: [label: string, value: string]
  bars: readonly Bar[]
  /** The name of the comparison period. */
  against?: string
  isTall?: boolean
  /** The text shown while there are no bars. */
  empty?: string
  /** Formats a value of the axis. */
  axisText?: (value: number) => string
}

/** How many labels fit below the bars; half as many on a phone. */
const MAX_TICKS = 16

/** A bar chart from 0, each bar in front of its comparison; screen readers get the same values as a table. */
export function Bars({ title, head, bars, against, isTall = false, empty, axisText = String }: BarsProps) {
  const highest = Math.max(...bars.map(({ value, before }) => Math.max(value, before?.value ?? 0)), 0)
  const { most, marks } = axisOf(highest, isTall ? 4 : 2)
  const height = (value: number) => ({ height: `${most > 0 ? Math.max(0, (value / most) * 100) : 0}%` })
  const ticks = useNarrow(768) ? MAX_TICKS / 2 : MAX_TICKS
  const every = Math.ceil(bars.length / ticks)
  const size = [isTall ? 'pl-bars-tall' : '', bars.length > ticks ? 'pl-bars-dense' : ''].join(' ')
  const leads = bars.some(({ to }) => to)
  if (highest === 0 && empty) {
    return (
      <figure className={`pl-bars ${size}`}>
        <figcaption>{title}</figcaption>
        <p className="pl-bars-empty">{empty}</p>
      </figure>
    )
  }
  return (
    <figure className={`pl-bars ${size}`}>
      <figcaption>
        {title}
        {against ? (
          <small>
            <i className="pl-bars-now" /> {head[1]} <i className="pl-bars-before" /> {against}
          </small>
        ) : null}
      </figcaption>
      <div className="pl-bars-drawn">
        <ol className="pl-bars-axis" aria-hidden="true">
          {marks.map((mark) => (
            <li key={mark}>{axisText(mark)}</li>
          ))}
        </ol>
        <div
          className="pl-bars-row"
          style={{ '--pl-bars-steps': Math.max(1, marks.length - 1) } as CSSProperties}
          aria-hidden={leads ? undefined : 'true'}
        >
          {bars.map(({ label, key = label, value, text, tick = label.slice(-2), before, to }, index) => {
            const spoken = before ? `${label} ${text} (${against} ${before.text})` : `${label} ${text}`
            const drawn = (
              <>
                <span>
                  {before ? <b style={height(before.value)} /> : null}
                  <i style={height(value)} />
                </span>
                <small>{index % every === 0 ? tick : '\u00a0'}</small>
              </>
            )
            return to ? (
              <Link key={key} to={to} title={spoken} aria-label={spoken}>
                {drawn}
              </Link>
            ) : (
              <div key={key} title={spoken}>
                {drawn}
              </div>
            )
          })}
        </div>
      </div>
      {/* A wrapper, because a table is as wide as its content even when visually hidden. */}
      <div className="pl-visually-hidden">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th>{head[0]}</th>
              <th>{head[1]}</th>
              {against ? <th>{against}</th> : null}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, key = label, text, before }) => (
              <tr key={key}>
                <td>{label}</td>
                <td>{text}</td>
                {against ? <td>{before?.text}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
