import { Checkbox, QRCode, Segmented } from 'antd'
import { useState } from 'react'
import { serverAddress } from '#renderer/core/addresses/server-address.ts'
import { useText } from '#renderer/core/locale.ts'
import { SheetDialog } from '#renderer/ui/print/sheet-dialog.tsx'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import { useVehicles } from './use-vehicles.ts'
import './qr-sheet.css'

const SHEETS = {
  large: { columns: 2, rows: 4, pixels: 180 },
  small: { columns: 3, rows: 6, pixels: 110 },
} as const
type SheetSize = keyof typeof SHEETS

/** The URL of a vehicle's code: its page in the web admin, with a sign-in where needed. */
const addressOf = (vehicle: Pick<Vehicle, 'id'>): string => {
  const origin = serverAddress.get().replace(/\/+$/, '') || location.origin
  return `${origin}/#/vehicle/sysVehicleList?vehicle=${vehicle.id}`
}

/** The QR codes of all vehicles on A4, as printed. */
export function QrSheet({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const { data: vehicles = [] } = useVehicles()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [size, setSize] = useState<SheetSize>('large')
  const chosen = vehicles.filter(({ id }) => !left.has(id))
  return (
    <SheetDialog
      title={t('vehicle.qrTitle')}
      count={(count) => t('vehicle.qrPages', { count })}
      printLabel={t('vehicle.qrPrint')}
      cells={chosen}
      layout={SHEETS[size]}
      cell={(vehicle) => (
        <>
          <QRCode type="svg" errorLevel="M" bordered={false} size={SHEETS[size].pixels} value={addressOf(vehicle)} />
          <strong>{vehicle.name}</strong>
          <span>{vehicle.cardName}</span>
        </>
      )}
      className={`pl-qr-sheet pl-qr-${size}`}
      onClose={onClose}
    >
      <p>{t('vehicle.qrHint')}</p>
      <Segmented
        aria-label={t('vehicle.qrSize')}
        value={size}
        onChange={setSize}
        options={(Object.keys(SHEETS) as SheetSize[]).map((value) => ({ value, label: t(`vehicle.qrSize.${value}`) }))}
      />
      <fieldset className="pl-qr-choice" aria-label={t('vehicle.qrChoose')}>
        <Checkbox
          checked={left.size === 0}
          indeterminate={left.size > 0 && chosen.length > 0}
          onChange={({ target }) => setLeft(new Set(target.checked ? [] : vehicles.map(({ id }) => id)))}
        >
          {t('upkeep.forAll')}
        </Checkbox>
        {vehicles.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={!left.has(id)}
            onChange={({ target }) => {
              const next = new Set(left)
              if (target.checked) next.delete(id)
              else next.add(id)
              setLeft(next)
            }}
          >
            {name}
          </Checkbox>
        ))}
      </fieldset>
    </SheetDialog>
  )
}
