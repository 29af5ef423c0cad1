import { Button, Checkbox, Modal, QRCode, Segmented } from 'antd'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#renderer/core/locale.ts'
import { serverAddress } from '#renderer/core/server-address.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import { pagesOf, SHEETS, type SheetSize } from './qr-sheet.calc.ts'
import { useVehicles } from './use-vehicles.ts'
import './qr-sheet.css'

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
  const pages = pagesOf(chosen, size)
  const sheets = pages.map((page) => <Sheet key={page[0]?.id} vehicles={page} size={size} />)
  return (
    <Modal
      open
      width={900}
      style={{ top: 24 }}
      title={t('vehicle.qrTitle')}
      onCancel={onClose}
      footer={
        <>
          <span className="pl-qr-count">{t('vehicle.qrPages', { count: pages.length })}</span>
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button type="primary" disabled={pages.length === 0} onClick={() => window.print()}>
            {t('vehicle.qrPrint')}
          </Button>
        </>
      }
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
      <div className="pl-qr-preview">{sheets}</div>
      {createPortal(<div className="pl-qr-print">{sheets}</div>, document.body)}
    </Modal>
  )
}

function Sheet({ vehicles, size }: { vehicles: readonly Vehicle[]; size: SheetSize }) {
  return (
    <ul className={`pl-qr-sheet pl-qr-${size}`}>
      {vehicles.map((vehicle) => (
        <li key={vehicle.id}>
          <QRCode type="svg" errorLevel="M" bordered={false} size={SHEETS[size].pixels} value={addressOf(vehicle)} />
          <strong>{vehicle.name}</strong>
          <span>{vehicle.cardName}</span>
        </li>
      ))}
    </ul>
  )
}
