import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores, useStoreName } from '#renderer/core/own-stores.ts'
import { addressOf } from '#renderer/ui/crud/address-filters.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { BatchFields, newBatch } from './batch-fields.tsx'
import { CouponSheet } from './coupon-sheet.tsx'
import { CouponWorth } from './coupon-worth.tsx'
import { IssueDialog } from './issue-dialog.tsx'

type Batch = RowOf<'couponBatches'>

/** The batches of the store's own coupons. */
export function CouponBatchesPage() {
  const { t } = useText()
  const navigate = useNavigate()
  const mayIssue = useMayCall('couponBatches')('issue')
  const maySeeCodes = useMayCall('couponCodes')('list')
  const kinds = useDict('coupon_kind')
  const yesNo = useDict('yn')
  const storeName = useStoreName()
  const stores = useOwnStores().map(({ code, name }) => ({ value: code, label: name }))
  const [dialog, setDialog] = useState<{ kind: 'issue' | 'sheet'; batch: Batch } | null>(null)
  const count = (value: number): string => (value < 0 ? t('coupon.noLimit') : String(value))
  const close = () => setDialog(null)
  return (
    <>
      <CrudPage
        resource="couponBatches"
        title="menu.couponBatches"
        columns={[
          { name: 'batchName', sorter: true, width: 180 },
          { name: 'couponKind', options: kinds },
          {
            name: 'couponValue',
            sorter: true,
            onCard: true,
            align: 'right',
            render: (row) =>
              row.couponKind === 'gift' ? `${row.giftName} × ${row.giftCount}` : <CouponWorth worth={row} />,
          },
          {
            name: 'usedCount',
            title: 'couponBatch.usage',
            onCard: true,
            render: ({ usedCount, issuedCount, codeCount }) => `${usedCount} / ${issuedCount} / ${codeCount}`,
          },
          { name: 'beginTime', sorter: true, optional: true },
          { name: 'endTime', sorter: true, onCard: true, render: ({ endTime }) => endTime ?? t('coupon.noEnd') },
          { name: 'validDays', render: ({ validDays }) => count(validDays) },
          { name: 'perMember', render: ({ perMember }) => count(perMember) },
          {
            name: 'price',
            sorter: true,
            align: 'right',
            render: ({ price }) => (price === 0 ? '—' : <Money value={price} />),
          },
          { name: 'selfService', options: yesNo, optional: true },
          {
            name: 'ruleNames',
            width: 160,
            render: ({ couponKind, ruleNames }) =>
              couponKind === 'rule'
                ? ruleNames || t('coupon.anyRule')
                : couponKind === 'discount'
                  ? ruleNames || t('couponBatch.anyPriced')
                  : '—',
          },
          {
            name: 'storeNames',
            width: 160,
            render: ({ storeNames }) => storeNames || '—',
            optional: stores.length === 0,
          },
          {
            name: 'isActive',
            onCard: true,
            options: yesNo,
            render: ({ isActive, isActive_dictText: text }) => (
              <ToneTag tone={isActive === 'YES' ? 'success' : 'neutral'}>{text}</ToneTag>
            ),
          },
          { name: 'sysOrgCode', render: ({ sysOrgCode }) => storeName(sysOrgCode), optional: true },
          { name: 'remark', width: 160, optional: true },
          { name: 'createTime', sorter: true, optional: true },
          { name: 'createBy', optional: true },
        ]}
        filters={[
          <TextFilter key="name" name="batchName" />,
          <ChoiceFilter key="kind" name="couponKind" options={kinds} />,
          <ChoiceFilter key="active" name="isActive" options={yesNo} />,
          <DaysFilter key="end" name="endTime" />,
          ...(stores.length === 0 ? [] : [<ChoiceFilter key="store" name="validStore" options={stores} />]),
        ]}
        actions={{
          row: (batch) => [
            ...(mayIssue
              ? [{ key: 'issue', label: t('couponBatch.issue'), act: () => setDialog({ kind: 'issue', batch }) }]
              : []),
            ...(maySeeCodes
              ? [
                  {
                    key: 'codes',
                    label: t('couponBatch.codes'),
                    act: () => void navigate(addressOf('/coupon/sysCouponCodeList', { batchId: batch.id })),
                  },
                  { key: 'sheet', label: t('couponSheet.print'), act: () => setDialog({ kind: 'sheet', batch }) },
                ]
              : []),
          ],
        }}
        form={{
          noun: 'noun.couponBatch',
          width: 640,
          values: (row) => (row ? { beginTime: row.beginTime ?? '', endTime: row.endTime ?? '' } : newBatch),
          fields: (row) => <BatchFields row={row} />,
        }}
      />
      {dialog?.kind === 'issue' ? <IssueDialog batch={dialog.batch} onClose={close} /> : null}
      {dialog?.kind === 'sheet' ? <CouponSheet batch={dialog.batch} onClose={close} /> : null}
    </>
  )
}
