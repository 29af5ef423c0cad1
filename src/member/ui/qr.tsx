import { QRCodeSVG } from '@rc-component/qrcode'

/** A QR code on white, because readers need the contrast in the dark as well. */
export function Qr({ value, label }: { value: string; label: string }) {
  return (
    <div className="m-qr">
      <QRCodeSVG value={value} size={208} level="M" marginSize={2} title={label} />
    </div>
  )
}
