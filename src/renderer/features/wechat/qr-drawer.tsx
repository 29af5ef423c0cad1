import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { Bars } from '#renderer/ui/chart/bars.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { QrPicture } from './qr-picture.tsx'
import './wechat-qr.css'

interface QrDrawerProps {
  code: RowOf<'wechatQrCodes'>
  onClose(): void
}

/** A code with its scans by day. */
export function QrDrawer({ code, onClose }: QrDrawerProps) {
  const { t } = useText()
  const days = useQuery({
    queryKey: ['wechatQrDays', code.id],
    queryFn: async () => (await client.wechatQrCodes.days({ query: { id: code.id } })).result,
  })
  return (
    <Drawer open title={code.qrName} size={560} onClose={onClose}>
      <figure className="pl-wechat-code">
        <QrPicture code={code} size={220} />
        <figcaption>
          {code.wechatKind_dictText} · {code.wechatTarget_dictText} · {code.scene}
        </figcaption>
      </figure>
      {days.isPending ? <Skeleton active /> : null}
      {days.error ? <ErrorBlock error={days.error} retry={() => void days.refetch()} /> : null}
      {days.data ? (
        <Bars
          title={t('wechatQr.days')}
          head={[t('wechatQr.day'), t('wechatQr.scans')]}
          empty={t('wechatQr.noScans')}
          bars={days.data.map(({ day, scans }) => ({
            label: day,
            value: scans,
            text: String(scans),
            tick: day.slice(5),
          }))}
        />
      ) : null}
    </Drawer>
  )
}
