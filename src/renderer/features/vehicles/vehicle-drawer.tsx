import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { shownAddress } from '#renderer/core/addresses/shown-address.ts'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useDayBegin } from '#renderer/core/store-facts.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { Facts } from '#renderer/ui/display/facts.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import { UpkeepEntryDialog } from './upkeep-entry-dialog.tsx'
import { LeftOfPlan } from './upkeep-left.tsx'
import { useLength } from './use-vehicles.ts'
import { gearText, VehicleLimits } from './vehicle-limits.tsx'
import { UpkeepTag, VehicleFlags, VehicleStateTag } from './vehicle-tags.tsx'

/** An overview of a vehicle: state, today's runs, upkeep and devices. A QR code leads here too. */
export function VehicleDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useText()
  const vehicle = useQuery({
    queryKey: ['fleet', 'vehicle', id],
    queryFn: async () => (await client.vehicles.queryById({ query: { id } })).result,
  })
  const row = vehicle.data
  return (
    <Drawer open size={520} title={row?.name ?? t('noun.vehicle')} onClose={onClose}>
      {vehicle.isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {vehicle.error ? <ErrorBlock error={vehicle.error} retry={() => void vehicle.refetch()} /> : null}
      {row ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll what has the focus
        <section className="pl-vehicle-drawer" tabIndex={0} aria-label={row.name}>
          {shownAddress(row.photo) ? <img src={shownAddress(row.photo)} alt={t('vehicle.photo')} /> : null}
          <p className="pl-vehicle-tags">
            <VehicleStateTag state={row.state} condition={row.condition} />
            {row.upkeep === 'ok' ? null : <UpkeepTag state={row.upkeep} />}
            <VehicleFlags {...row} />
          </p>
          {row.conditionReason ? <p>{row.conditionReason}</p> : null}
          <VehicleLimits vehicle={row} />
          <Runs vehicleId={id} />
          <Plans vehicleId={id} />
          <Devices vehicleId={id} />
          <h3>{t('vehicle.facts')}</h3>
          <Facts
            facts={[
              [t('vehicle.type'), row.vehicleType],
              [t('vehicle.seats'), row.seats === 0 ? '' : row.seats],
              [t('vehicle.cardName'), row.cardName],
              [t('vehicle.imei'), row.IMEI],
              [t('vehicle.rfCard'), row.rfCard],
              [t('vehicle.controlAddress'), row.controlAddress],
              [t('vehicle.controlProtocol'), row.controlProtocol],
              [t('gateway.gear'), gearText(t, row.gearLimit)],
              [t('gateway.speed'), row.speedLimit],
              [t('vehicle.delayStop'), row.delayStopSeconds],
              [t('vehicle.heartbeat'), row.heartbeatTime],
              [t('vehicle.remark'), row.remark],
            ]}
          />
        </section>
      ) : null}
    </Drawer>
  )
}

function Part({ title, none, children }: { title: string; none: string | null; children: ReactNode }) {
  return (
    <>
      <h3>{title}</h3>
      {none === null ? children : <p className="pl-vehicle-none">{none}</p>}
    </>
  )
}

function Runs({ vehicleId }: { vehicleId: string }) {
  const { t } = useText()
  const length = useLength()
  const may = useMay('gamelog:list')
  const begin = useDayBegin()
  const runs = useQuery({
    queryKey: ['fleet', 'runs', vehicleId, begin],
    queryFn: async () =>
      (await client.gameLogs.list({ query: { vehicleId, startTime_begin: begin, pageSize: 50 } })).result,
    enabled: may,
  })
  if (!may) return null
  const rows = runs.data?.records ?? []
  return (
    <Part title={t('vehicle.today')} none={rows.length === 0 ? t('vehicle.todayNone') : null}>
      <ul className="pl-vehicle-lines">
        {rows.map((run) => (
          <li key={run.id}>
            <When value={run.startTime} />
            <span>{[run.racer, run.roleName].filter(Boolean).join(' · ')}</span>
            <span className="pl-amount">{length(run.seconds)}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Plans({ vehicleId }: { vehicleId: string }) {
  const { t } = useText()
  const may = useMay('upkeep:list')
  const mayRecord = useMay('upkeep:add')
  const [recording, setRecording] = useState<string | null>(null)
  const due = useQuery({
    queryKey: ['fleet', 'due', vehicleId],
    queryFn: async () => (await client.upkeep.listDue({ query: { vehicleId, pageSize: 50 } })).result.records,
    enabled: may,
  })
  if (!may) return null
  const rows = due.data ?? []
  return (
    <>
      <Part title={t('vehicle.upkeep')} none={rows.length === 0 ? t('vehicle.plansNone') : null}>
        <ul className="pl-vehicle-lines">
          {rows.map((one) => (
            <li key={one.id}>
              <span>{one.planName}</span>
              <UpkeepTag state={one.state} />
              <LeftOfPlan due={one} />
              {mayRecord ? (
                <Button size="small" onClick={() => setRecording(one.planId)}>
                  {t('upkeep.record')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </Part>
      {mayRecord && rows.length === 0 ? <Button onClick={() => setRecording('')}>{t('upkeep.record')}</Button> : null}
      {recording === null ? null : (
        <UpkeepEntryDialog initial={{ vehicleId, planId: recording }} onClose={() => setRecording(null)} />
      )}
    </>
  )
}

function Devices({ vehicleId }: { vehicleId: string }) {
  const { t } = useText()
  const may = useMay('device:list')
  const devices = useQuery({
    queryKey: ['fleet', 'devices', vehicleId],
    queryFn: async () => (await client.devices.list({ query: { vehicleId, pageSize: 20 } })).result.records,
    enabled: may,
  })
  if (!may) return null
  const rows = devices.data ?? []
  return (
    <Part title={t('vehicle.devices')} none={rows.length === 0 ? t('vehicle.devicesNone') : null}>
      <ul className="pl-vehicle-lines">
        {rows.map((device) => (
          <li key={device.id}>
            <span>{device.name || device.serialNumber}</span>
            <span>{device.deviceType_dictText}</span>
            <span>{device.softwareVersion}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
