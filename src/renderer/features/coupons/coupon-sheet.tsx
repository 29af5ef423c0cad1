import { useQuery } from '@tanstack/react-query'
import { Alert, InputNumber, QRCode, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { SheetDialog } from '#renderer/ui/print/sheet-dialog.tsx'
import { useDiscountText } from './coupon-worth.tsx'
import './coupon-sheet.css'

const LAYOUT = { columns: 3, rows: 7 }
/** The most codes of a print, which is one page of the list. */
const MAX_CODES = 189

interface CouponSheetProps {
  batch: RowOf<'couponBatches'>
  onClose(): void
}

/** The unused codes of a batch that belong to nobody, with their QR codes on A4. */
export function CouponSheet({ batch, onClose }: CouponSheetProps) {
  const { t } = useText()
  const discountOf = useDiscountText()
  const [from, setFrom] = useState(1)
  const { data, error, isPending } = useQuery({
    queryKey: ['couponSheet', batch.id, from],
    queryFn: async () => {
      const query = { batchId: batch.id, codeState: 'unused', codeNumber_begin: String(from) }
      const order = { column: 'codeNumber', order: 'asc', pageSize: MAX_CODES } as const
      const { records } = (await client.couponCodes.list({ query: { ...query, ...order } })).result
      return records.filter(({ userId }) => userId === null)
    },
  })
  const codes = data ?? []
  return (
    <SheetDialog
      title={t('couponSheet.title', { name: batch.batchName })}
      count={(pages) => t('couponSheet.pages', { codes: codes.length, pages })}
      printLabel={t('couponSheet.print')}
      cells={codes}
      layout={LAYOUT}
      cell={({ code, codeNumber, endTime }) => (
        <>
          <QRCode type="svg" errorLevel="M" bordered={false} size={84} value={code} />
          <strong>{[batch.batchName, discountOf(batch)].filter(Boolean).join(' · ')}</strong>
          {batch.storeNames === '' ? null : <span>{t('couponSheet.stores', { stores: batch.storeNames })}</span>}
          <code>{code}</code>
          <span>
            {[`No. ${codeNumber}`, endTime ? t('couponSheet.until', { day: endTime.slice(0, 10) }) : '']
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      )}
      className="pl-coupon-sheet"
      onClose={onClose}
    >
      <p>{t('couponSheet.hint', { most: MAX_CODES })}</p>
      <label htmlFor="coupon-sheet-from">{t('couponSheet.from')}</label>{' '}
      <InputNumber
        id="coupon-sheet-from"
        min={1}
        max={batch.codeCount}
        precision={0}
        value={from}
        onChange={(next) => setFrom(next ?? 1)}
      />
      {isPending ? <Skeleton active /> : null}
      {error ? <Alert type="error" showIcon title={textOfError(t, error)} /> : null}
      {data && codes.length === 0 ? <p>{t('couponSheet.none')}</p> : null}
    </SheetDialog>
  )
}
