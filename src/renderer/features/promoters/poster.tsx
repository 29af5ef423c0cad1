import { QRCode } from 'antd'
import { serverAddress } from '#renderer/core/addresses/server-address.ts'
import { useText } from '#renderer/core/locale.ts'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { SheetDialog } from '#renderer/ui/print/sheet-dialog.tsx'
import './poster.css'

type Promoter = RowOf<'promoters'>

/** The address on a poster: the page where a new member is bound to the promoter. */
function addressOf({ sysOrgCode, promoterCode }: Promoter): string {
  const origin = serverAddress.get().replace(/\/+$/, '') || location.origin
  return `${origin}/m/${sysOrgCode}#/invited/${promoterCode}`
}

/** A promoter's poster on A4, with QR code and code. */
export function Poster({ promoter, onClose }: { promoter: Promoter; onClose(): void }) {
  const { t } = useText()
  return (
    <SheetDialog
      title={t('promoter.posterOf', { name: promoter.promoterName })}
      count={(pages) => t('promoter.pages', { pages })}
      printLabel={t('promoter.print')}
      cells={[promoter]}
      layout={{ columns: 1, rows: 1 }}
      cell={(one) => (
        <>
          <strong>{t('promoter.posterCall')}</strong>
          <QRCode type="svg" errorLevel="M" bordered={false} size={360} value={addressOf(one)} />
          <code>{one.promoterCode}</code>
          <span>{one.promoterName}</span>
        </>
      )}
      className="pl-poster"
      onClose={onClose}
    >
      <p>{t('promoter.posterHint')}</p>
    </SheetDialog>
  )
}
