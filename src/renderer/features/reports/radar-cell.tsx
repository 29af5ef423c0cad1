import { Tooltip } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { LossRadar } from '#shared/features/reports/loss-radar.contract.ts'
import { radarList } from './radar-lists.calc.ts'

type Person = LossRadar['people'][number]

interface RadarCellProps {
  figure: Person['figures'][number]
  person: Person
  /** The radar to which they belong. */
  radar: LossRadar
}

/** Count and amount of an indicator, the usual value, and a link to its list. */
export function RadarCell({ figure, person, radar }: RadarCellProps) {
  const { t } = useText()
  const navigate = useNavigate()
  const { pages } = useFrame()
  const { measure, count, amount, expected, against, isUnusual } = figure
  if (count === 0) return <span className="pl-radar-none">–</span>
  const why =
    against === 'nothing'
      ? t('radar.againstNothing')
      : t(against === 'before' ? 'radar.againstBefore' : 'radar.againstColleagues', { expected: expected ?? 0 })
  const { path, filters } = radarList(measure, person.realname, radar)
  const isOpen = pages.some(({ key }) => key === path)
  const content = (
    <>
      <strong>{count}</strong>
      {amount > 0 ? <span className="pl-amount">{formatAmount(amount)}</span> : null}
      {isUnusual ? <small>{`${t('radar.unusual')} · ${t('radar.usual', { expected: expected ?? 0 })}`}</small> : null}
    </>
  )
  const look = isUnusual ? 'pl-radar-cell pl-radar-unusual' : 'pl-radar-cell'
  return (
    <Tooltip title={why}>
      {isOpen ? (
        <button type="button" className={look} onClick={() => void navigate(`${path}?${new URLSearchParams(filters)}`)}>
          {content}
        </button>
      ) : (
        <span className={look}>{content}</span>
      )}
    </Tooltip>
  )
}
