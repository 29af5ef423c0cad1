import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { Covers } from '#renderer/ui/covers.tsx'
import type { Figures } from '#shared/features/statistics/statistics.contract.ts'
import { changeOf, changeText, figureText, isBetter } from './figures.calc.ts'
import './statistics.css'

interface FigureTileProps {
  figure: keyof Figures
  value: number | undefined
  /** What the change is reckoned from, where that is not the value itself. */
  compared: { now: number; before: number } | undefined
  /** What stands beside the change: since when it is, or what was before. */
  hint: string
  /** The store that it is narrowed to; else it covers all that one sees. */
  store?: string | undefined
  /** Where it leads; or that it chooses what the chart shows. */
  to?: string | undefined
  onChoose?: () => void
  isChosen?: boolean
}

/** A figure with how it stands against the weeks before. */
export function FigureTile({ figure, value, compared, hint, store, to, onChoose, isChosen = false }: FigureTileProps) {
  const { t } = useText()
  const change = compared ? changeOf(compared.now, compared.before) : null
  const better = isBetter(figure, change)
  const tone = better === null ? '' : better ? 'pl-figure-better' : 'pl-figure-worse'
  const name = t(`statistics.figure.${figure}`)
  const body: ReactNode = (
    <>
      <span>
        {name} <Covers chosen={store} isShort />
      </span>
      <strong>{value === undefined ? '…' : figureText(figure, value)}</strong>
      <small>
        <b className={tone}>{changeText(change)}</b> {hint}
      </small>
    </>
  )
  if (to) {
    return (
      <Link className="pl-panel pl-figure" to={to}>
        {body}
      </Link>
    )
  }
  return onChoose ? (
    <button type="button" className="pl-panel pl-figure" aria-pressed={isChosen} onClick={onChoose}>
      {body}
    </button>
  ) : (
    <section className="pl-panel pl-figure" aria-label={name}>
      {body}
    </section>
  )
}
