import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { AsOf } from '#renderer/ui/display/as-of.tsx'
import { Covers } from '#renderer/ui/display/covers.tsx'
import { FigureInfo } from '#renderer/ui/display/info-mark.tsx'
import type { Figures } from '#shared/features/statistics/statistics.contract.ts'
import { changeOf, changeText, figureText, isBetter } from './figures.calc.ts'
import './statistics.css'

interface FigureTileProps {
  figure: keyof Figures
  value: number | undefined
  /** The values to compute the change from, where they differ from the value shown. */
  compared: { now: number; before: number } | undefined
  /** The text next to the change: the period or the earlier value. */
  hint: string
  /** The store that the figure is filtered by; otherwise it covers all visible stores. */
  store?: string | undefined
  /** Of when the value is, in ms, where it is not up to date and the page does not say so. */
  asOf?: number | undefined
  /** The address to link to; without it a click calls `onChoose`, which selects the figure of the chart. */
  to?: string | undefined
  onChoose?: () => void
  isChosen?: boolean
}

/** A figure with its change from the earlier period. */
export function FigureTile({
  figure,
  value,
  compared,
  hint,
  store,
  asOf,
  to,
  onChoose,
  isChosen = false,
}: FigureTileProps) {
  const { t } = useText()
  const change = compared ? changeOf(compared.now, compared.before) : null
  const better = isBetter(figure, change)
  const tone = better === null ? '' : better ? 'pl-figure-better' : 'pl-figure-worse'
  const name = t(`statistics.figure.${figure}`)
  const body: ReactNode = (
    <>
      <span>
        {name} <Covers chosen={store} isShort /> <AsOf at={asOf} />
      </span>
      <strong>{value === undefined ? '…' : figureText(figure, value)}</strong>
      <small>
        <b className={tone}>{changeText(change)}</b> {hint}
      </small>
    </>
  )
  const tile = to ? (
    <Link className="pl-panel pl-figure" to={to}>
      {body}
    </Link>
  ) : onChoose ? (
    <button type="button" className="pl-panel pl-figure" aria-pressed={isChosen} onClick={onChoose}>
      {body}
    </button>
  ) : (
    <section className="pl-panel pl-figure" aria-label={name}>
      {body}
    </section>
  )
  // Beside the tile, which is pressed itself.
  return (
    <div className="pl-figure-explained">
      {tile}
      <FigureInfo figure={figure} />
    </div>
  )
}
