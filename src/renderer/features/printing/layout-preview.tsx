import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Segmented, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PaperView } from '#renderer/ui/print/paper-view.tsx'
import type { LayoutBlock, PaperKind, PrintLogo } from '#shared/features/printing/print-layout.schema.ts'

/** The columns of 58 mm and 80 mm paper. */
const NARROW_COLUMNS = 32
const WIDE_COLUMNS = 48
/** The preview is not updated for each key press. */
const PAUSE_MS = 250

interface PreviewProps {
  orgCode: string
  kind: PaperKind
  blocks: readonly LayoutBlock[]
  /** False while the layout is incomplete; the last preview stays. */
  isSound: boolean
  /** Changes with the logo, to refresh the preview. */
  logos: readonly PrintLogo[]
}

/** The printed result of a layout, decoded from the bytes for the printer. */
export function LayoutPreview({ orgCode, kind, blocks, isSound, logos }: PreviewProps) {
  const { t, locale } = useText()
  const [columns, setColumns] = useState(WIDE_COLUMNS)
  const [isDrawn, setDrawn] = useState(false)
  const settledBlocks = useSettled(JSON.stringify(blocks))
  const query = useQuery({
    queryKey: [
      'layoutPreview',
      orgCode,
      kind,
      settledBlocks,
      columns,
      isDrawn,
      locale,
      logos.map(({ dots }) => dots).join(),
    ],
    queryFn: async () => {
      const body = { orgCode, kind, blocks: JSON.parse(settledBlocks) as LayoutBlock[], columns, chinese: !isDrawn }
      return (await client.printLayouts.preview({ body })).result
    },
    enabled: isSound,
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  return (
    <section className="pl-layout-preview" aria-label={t('layout.preview')}>
      <div className="pl-layout-tools">
        <Segmented
          value={columns}
          onChange={setColumns}
          options={[
            { value: NARROW_COLUMNS, label: t('layout.narrow') },
            { value: WIDE_COLUMNS, label: t('layout.wide') },
          ]}
        />
        <Checkbox checked={isDrawn} onChange={({ target }) => setDrawn(target.checked)}>
          {t('layout.drawn')}
        </Checkbox>
      </div>
      {error ? <ErrorBlock error={error} retry={() => void query.refetch()} /> : null}
      {data && !error ? (
        <>
          {data.missing.length > 0 ? (
            <Alert type="warning" showIcon title={t('layout.missing', { chars: data.missing.join(' ') })} />
          ) : null}
          <PaperView paper={data.paper} />
          <small>{t('layout.previewHint', { bytes: data.bytes })}</small>
        </>
      ) : null}
      {query.isPending && !error ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
    </section>
  )
}

/** Debounces a value. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
