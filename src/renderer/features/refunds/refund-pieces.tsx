import { InputNumber } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { RefundableLine } from '#shared/features/refunds/refunds.schema.ts'

/** The pieces of each line that come back, by the line's id. */
export type ChosenPieces = Readonly<Record<string, { count: number; damaged: number }>>

/** The chosen lines as the calls take them. */
export const linesOf = (chosen: ChosenPieces) =>
  Object.entries(chosen)
    .filter(([, { count }]) => count > 0)
    .map(([lineId, pieces]) => ({ lineId, ...pieces }))

interface RefundPiecesProps {
  goods: readonly RefundableLine[]
  chosen: ChosenPieces
  onChange(chosen: ChosenPieces): void
}

/** Chooses pieces of an order's products to be refunded, and which of them came back damaged. */
export function RefundPieces({ goods, chosen, onChange }: RefundPiecesProps) {
  const { t } = useText()
  return (
    <table className="pl-refund-pieces">
      <thead>
        <tr>
          <th>{t('refund.goods')}</th>
          <th>{t('refund.pieces')}</th>
          <th>{t('refund.damaged')}</th>
        </tr>
      </thead>
      <tbody>
        {goods.map(({ id, name, price, left }) => {
          const { count, damaged } = chosen[id] ?? { count: 0, damaged: 0 }
          const change = (next: { count: number; damaged: number }) =>
            onChange({ ...chosen, [id]: { ...next, damaged: Math.min(next.damaged, next.count) } })
          return (
            <tr key={id}>
              <td>
                {name} <small>{t('refund.eachOf', { price: formatAmount(price), left })}</small>
              </td>
              <td>
                <InputNumber
                  aria-label={`${name} ${t('refund.pieces')}`}
                  min={0}
                  max={left}
                  precision={0}
                  disabled={left === 0}
                  value={count}
                  onChange={(value) => change({ count: value ?? 0, damaged })}
                />
              </td>
              <td>
                <InputNumber
                  aria-label={`${name} ${t('refund.damaged')}`}
                  min={0}
                  max={count}
                  precision={0}
                  disabled={count === 0}
                  value={damaged}
                  onChange={(value) => change({ count, damaged: value ?? 0 })}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
