import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { SheetDialog } from '#renderer/ui/print/sheet-dialog.tsx'
import { QrPicture } from './qr-picture.tsx'
import './wechat-qr.css'

const LAYOUT = { columns: 2, rows: 3 }

interface QrSheetProps {
  ids: readonly string[]
  onClose(): void
}

/** The selected codes on A4, with their source and what they open. */
export function QrSheet({ ids, onClose }: QrSheetProps) {
  const { t } = useText()
  const { data, error, isPending } = useQuery({
    queryKey: ['wechatQrSheet', ...ids],
    queryFn: () => Promise.all(ids.map(async (id) => (await client.wechatQrCodes.queryById({ query: { id } })).result)),
  })
  const codes = data ?? []
  return (
    <SheetDialog
      title={t('wechatQr.sheetTitle')}
      count={(pages) => t('wechatQr.sheetPages', { codes: codes.length, pages })}
      printLabel={t('wechatQr.print')}
      cells={codes}
      layout={LAYOUT}
      cell={(code) => (
        <>
          <QrPicture code={code} size={230} />
          <strong>{code.wechatTarget_dictText}</strong>
          <span>{code.qrName}</span>
        </>
      )}
      className="pl-wechat-sheet"
      onClose={onClose}
    >
      <p>{t('wechatQr.sheetHint')}</p>
      {isPending ? <Skeleton active /> : null}
      {error ? <Alert type="error" showIcon title={textOfError(t, error)} /> : null}
    </SheetDialog>
  )
}
