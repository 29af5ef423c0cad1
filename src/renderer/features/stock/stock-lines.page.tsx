import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import type { StockLineKind } from '#shared/features/stock/stock.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { SignedCount } from './signed-count.tsx'

const tones = {
  in: 'success',
  moveIn: 'success',
  out: 'neutral',
  moveOut: 'neutral',
  handOut: 'info',
  count: 'warning',
  loss: 'error',
  sale: 'info',
  back: 'success',
} satisfies Record<StockLineKind, Tone>

interface StockLinesPageProps {
  resource: 'giftStock' | 'productStock'
  title: TextKey
  /** The heading of the items. */
  item: TextKey
}

/** The stock lines of one kind of items. */
export function StockLinesPage({ resource, title, item }: StockLinesPageProps) {
  const { t } = useText()
  const storeName = useStoreName()
  const kinds = useDict('stock_line_kind')
  return (
    <CrudPage
      resource={resource}
      title={title}
      columns={[
        { name: 'itemName', title: item, width: 160 },
        { name: 'createTime', sorter: true, onCard: true },
        {
          name: 'kind',
          onCard: true,
          options: kinds,
          render: ({ kind }) => <ToneTag tone={tones[kind]}>{t(`stock.kind.${kind}`)}</ToneTag>,
        },
        { name: 'delta', align: 'right', onCard: true, render: ({ delta }) => <SignedCount value={delta} /> },
        { name: 'quantityAfter', align: 'right', onCard: true },
        { name: 'expected', align: 'right', render: ({ expected }) => expected ?? '—' },
        { name: 'counted', align: 'right', render: ({ counted }) => counted ?? '—' },
        { name: 'reason', width: 180 },
        { name: 'operatorName', width: 110 },
        { name: 'otherOrg', render: ({ otherOrg }) => (otherOrg === null ? '—' : storeName(otherOrg)) },
        { name: 'recipient', optional: true },
        { name: 'userId', optional: true },
        { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
      ]}
      filters={[
        <TextFilter key="item" name="itemName" label={item} />,
        <ChoiceFilter key="kind" name="kind" options={kinds} />,
        <DaysFilter key="time" name="createTime" />,
        <TextFilter key="user" name="operatorName" />,
        <TextFilter key="member" name="userId" />,
      ]}
      actions={{ history: () => null }}
    />
  )
}
