import { formatTime } from '#shared/core/time.ts'
import { type Locale, type TextKey, type TextValues, text } from '#shared/i18n/catalogue.ts'
import { EscPosDocument, type RenderedDocument } from './escpos.document.ts'
import type { PrinterCapabilities } from './paper.render.ts'

interface TestPage {
  columns: number
  cut: boolean
  printer?: PrinterCapabilities
  locale: Locale
  at: Date
  address: string
}

/** A page that shows whether font, width, sizes, QR code and cutter work. */
export function renderTestPage({ columns, cut, printer, locale, at, address }: TestPage): RenderedDocument {
  const t = (key: TextKey, values: TextValues = {}): string => text(locale, key, values)
  return new EscPosDocument(columns, printer)
    .text(t('ticket.test.title'), { align: 'center', bold: true, scale: 2, shrink: true })
    .text(address, { align: 'center' })
    .text(t('ticket.test.columns', { columns }))
    .rule()
    .text(t('ticket.test.characters'))
    .text(t('ticket.test.large'), { scale: 2 })
    .pair(t('ticket.time'), formatTime(at))
    .text(t('ticket.test.qr', { content: 'PITLANE-TEST' }))
    .qr('PITLANE-TEST')
    .end(cut)
}
