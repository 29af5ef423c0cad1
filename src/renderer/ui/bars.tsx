import { Link } from 'react-router'
import { useNarrow } from '#renderer/core/hooks.ts'
import './bars.css'
import { axisOf } from './bars.calc.ts'

export interface Bar {
  /** What tells it from others of its name. */
  key?: string
  label: string
  value: number
  /** The value as people read it. */
  text: string
  /** What stands below it; left out: the end of its label. */
  tick?: string
  /** What it is compared with. */
  before?: { value: number; text: string }
  /** The list that it leads to. */
  to?: string | undefined
}

interface BarsProps {
  title: string
  head: [label: string, value: string]
  bars: readonly Bar[]
  /** What the bars are compared with, by name. */
  against?: string
  isTall?: boolean
  /** What will stand here, while there is nothing. */
  empty?: string
  /** A value of the axis as people read it. */
  axisText?: (value: number) => string
}

/** So many names fit below a row of bars; half as many on a phone. */
const MOST_TICKS = 16

/** A row of bars from nothing up, each before what it is compared with, with the same figures as a table for who cannot see them. */
export function Bars({ title, head, bars, against, isTall = false, empty, axisText = String }: BarsProps) {
  const highest = Math.max(...bars.map(({ value, before }) => Math.max(value, before?.value ?? 0)), 0)
  const { most, marks } = axisOf(highest)
  const height = (value: number) => ({ height: `${most > 0 ? Math.max(0, (value / most) * 100) : 0}%` })
  const ticks = useNarrow(768) ? MOST_TICKS / 2 : MOST_TICKS
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
        <div className="pl-bars-row" aria-hidden={leads ? undefined : 'true'}>
          {bars.map(({ label, key = label, value, text, tick = label.slice(-2), before, to }, place) => {
            const spoken = before ? `${label} ${text} (${against} ${before.text})` : `${label} ${text}`
            const drawn = (
              <>
                <span>
                  {before ? <b style={height(before.value)} /> : null}
                  <i style={height(value)} />
                </span>
                <small>{place % every === 0 ? tick : '\u00a0'}</small>
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
      {/* Around it, because a table is as wide as what stands in it, seen or not. */}
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
