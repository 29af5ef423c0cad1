import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useOwnStores, useStoreName } from '#renderer/core/own-stores.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { formatAmount } from '#shared/core/money.ts'
import type { CouponCodeState } from '#shared/features/coupons/own-coupons.schema.ts'
import { CouponWorth } from './coupon-worth.tsx'

const tones = { unused: 'success', used: 'neutral', expired: 'warning', void: 'error' } satisfies Record<
  CouponCodeState,
  Tone
>

/** The codes of the store's own coupons. */
export function CouponCodesPage() {
  const { t } = useText()
  const kinds = useDict('coupon_kind')
  const states = useDict('coupon_code_state')
  const storeName = useStoreName()
  const stores = useOwnStores().map(({ code, name }) => ({ value: code, label: name }))
  const actionsOf = useCodeActions()
  return (
    <CrudPage
      resource="couponCodes"
      title="menu.couponCodes"
      columns={[
        { name: 'code', sorter: true, width: 190 },
        {
          name: 'codeState',
          onCard: true,
          options: states,
          render: ({ codeState, codeState_dictText: text }) => <ToneTag tone={tones[codeState]}>{text}</ToneTag>,
        },
        { name: 'batchName', onCard: true, width: 170 },
        { name: 'couponKind', options: kinds },
        { name: 'couponValue', align: 'right', render: (row) => <CouponWorth worth={row} /> },
        { name: 'userId', onCard: true, render: ({ userId }) => userId ?? t('couponCode.anyone') },
        { name: 'issueTime', sorter: true },
        { name: 'endTime', sorter: true, render: ({ endTime }) => endTime ?? t('coupon.noEnd') },
        { name: 'useTime', sorter: true },
        {
          name: 'useStore',
          optional: stores.length === 0,
          render: ({ useStore }) => (useStore === null ? '—' : storeName(useStore)),
        },
        { name: 'codeNumber', sorter: true, align: 'right', optional: true },
        { name: 'orderId', width: 290, optional: true },
        { name: 'issueBy', optional: true },
        { name: 'voidTime', optional: true },
        { name: 'voidBy', optional: true },
        { name: 'voidReason', width: 160, optional: true },
        { name: 'sysOrgCode', render: ({ sysOrgCode }) => storeName(sysOrgCode), optional: true },
        { name: 'createTime', sorter: true, optional: true },
        { name: 'createBy', optional: true },
      ]}
      filters={[
        <TextFilter key="code" name="code" />,
        <ChoiceFilter key="state" name="codeState" options={states} />,
        <TextFilter key="batch" name="batchName" />,
        <TextFilter key="member" name="userId" />,
        <DaysFilter key="use" name="useTime" />,
        ...(stores.length === 0 ? [] : [<ChoiceFilter key="useStore" name="useStore" options={stores} />]),
      ]}
      actions={{ row: actionsOf }}
    />
  )
}

/** Voiding for unused codes, reversing for redeemed values; the server decides. */
function useCodeActions(): (row: RowOf<'couponCodes'>) => RowAction[] {
  const { t } = useText()
  const ask = useConfirmation()
  const withKey = useAttemptKey()
  const may = useMayCall('couponCodes')
  /** Refreshes the list also where the code was used meanwhile. */
  const refreshed = async (call: Promise<{ message: string }>): Promise<string> => {
    try {
      return (await call).message
    } finally {
      await refreshList('couponCodes')
    }
  }
  const reverse = (id: string, reason: string) => {
    const body = { id, reason }
    return refreshed(withKey(body, (key) => client.couponCodes.reverse({ body, key })))
  }
  return (row) => {
    const { id, code, codeState, couponKind } = row
    const isRedeemed = codeState === 'used' && couponKind === 'value'
    return [
      ...(codeState === 'unused' && may('void')
        ? [
            {
              key: 'void',
              label: t('couponCode.void'),
              danger: true,
              act: () =>
                void ask(
                  t('couponCode.voidAsk', { code }),
                  (voidReason) => refreshed(client.couponCodes.void({ body: { id, voidReason } })),
                  { needsReason: true, ok: t('couponCode.void') },
                ),
            },
          ]
        : []),
      ...(isRedeemed && may('reverse')
        ? [
            {
              key: 'reverse',
              label: t('couponCode.reverse'),
              danger: true,
              act: () =>
                void ask(
                  t('couponCode.reverseAsk', { code, amount: formatAmount(row.couponValue), member: row.userId ?? '' }),
                  (reason) => reverse(id, reason),
                  { needsReason: true, ok: t('couponCode.reverse') },
                ),
            },
          ]
        : []),
    ]
  }
}
