import { useQuery } from '@tanstack/react-query'
import { Alert, Button, InputNumber, Modal, QRCode, Skeleton } from 'antd'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import type { CouponCodeRow } from '#shared/features/coupons/coupon-codes.contract.ts'
import './coupon-sheet.css'

/** Codes on an A4 page, 3 by 7. */
const PAGE = 21
/** The most codes of a print, which is one page of the list. */
const MOST = 189

interface SheetDialogProps {
  batch: RowOf<'couponBatches'>
  onClose(): void
}

/** The unused codes of a batch that belong to nobody, with their QR codes on A4. */
export function SheetDialog({ batch, onClose }: SheetDialogProps) {
  const { t } = useText()
  const [from, setFrom] = useState(1)
  const { data, error, isPending } = useQuery({
    queryKey: ['couponSheet', batch.id, from],
    queryFn: async () => {
      const query = { batchId: batch.id, codeState: 'unused', codeNumber_begin: String(from) }
      const order = { column: 'codeNumber', order: 'asc', pageSize: MOST } as const
      const { records } = (await client.couponCodes.list({ query: { ...query, ...order } })).result
      return records.filter(({ userId }) => userId === null)
    },
  })
  const codes = data ?? []
  const pages = Array.from({ length: Math.ceil(codes.length / PAGE) }, (_, page) =>
    codes.slice(page * PAGE, (page + 1) * PAGE),
  )
  const sheets = pages.map((page) => <Sheet key={page[0]?.id} batch={batch} codes={page} />)
  return (
    <Modal
      open
      width={900}
      style={{ top: 24 }}
      title={t('couponSheet.title', { name: batch.batchName })}
      onCancel={onClose}
      footer={
        <>
          <span className="pl-coupon-sheet-count">
            {t('couponSheet.pages', { codes: codes.length, pages: pages.length })}
          </span>
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button type="primary" disabled={pages.length === 0} onClick={() => window.print()}>
            {t('couponSheet.print')}
          </Button>
        </>
      }
    >
      <p>{t('couponSheet.hint', { most: MOST })}</p>
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
      <div className="pl-coupon-sheet-preview">{sheets}</div>
      {createPortal(<div className="pl-coupon-sheet-print">{sheets}</div>, document.body)}
    </Modal>
  )
}

function Sheet({ batch, codes }: { batch: RowOf<'couponBatches'>; codes: readonly CouponCodeRow[] }) {
  const { t } = useText()
  return (
    <ul className="pl-coupon-sheet">
      {codes.map(({ id, code, codeNumber, endTime }) => (
        <li key={id}>
          <QRCode type="svg" errorLevel="M" bordered={false} size={84} value={code} />
          <strong>{batch.batchName}</strong>
          <code>{code}</code>
          <span>
            {[`No. ${codeNumber}`, endTime ? t('couponSheet.until', { day: endTime.slice(0, 10) }) : '']
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
