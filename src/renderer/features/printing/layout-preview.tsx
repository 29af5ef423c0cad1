import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Segmented, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/blocks.tsx'
import { PaperView } from '#renderer/ui/paper-view.tsx'
import type { LayoutBlock, PaperKind, PrintLogo } from '#shared/features/printing/print-layout.schema.ts'

/** Columns of 58 mm and 80 mm paper. */
const NARROW = 32
const WIDE = 48
/** Nobody reads a picture for each letter that is typed. */
const PAUSE_MS = 250

interface PreviewProps {
  orgCode: string
  kind: PaperKind
  blocks: readonly LayoutBlock[]
  /** False: what is on the screen is no whole layout, and the last one stays. */
  isSound: boolean
  /** Another logo is another picture. */
  logos: readonly PrintLogo[]
}

/** What a printer makes of a layout, read back from the bytes that it would get. */
export function LayoutPreview({ orgCode, kind, blocks, isSound, logos }: PreviewProps) {
  const { t, locale } = useText()
  const [columns, setColumns] = useState(WIDE)
  const [isDrawn, setDrawn] = useState(false)
  const wanted = useSettled(JSON.stringify(blocks))
  const query = useQuery({
    queryKey: ['layoutPreview', orgCode, kind, wanted, columns, isDrawn, locale, logos.map(({ dots }) => dots).join()],
    queryFn: async () => {
      const body = { orgCode, kind, blocks: JSON.parse(wanted) as LayoutBlock[], columns, chinese: !isDrawn }
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
            { value: NARROW, label: t('layout.narrow') },
            { value: WIDE, label: t('layout.wide') },
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

/** A value as it is once nothing has changed it for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
