import { DatePicker, Input, Select, Tabs } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { asText, DictSelect, fieldsOf, isFree, useDict } from '#renderer/ui/form/fields.tsx'
import { devicePermitResource, deviceResource, type PermitState } from '#shared/features/vehicles/devices.contract.ts'
import { BoxAccessDialog } from './box-access-dialog.tsx'
import { useVehicleOptions } from './use-vehicles.ts'
import './vehicles.css'

type Device = RowOf<'devices'>
const Field = fieldsOf(deviceResource.create, deviceResource)
const PermitField = fieldsOf(devicePermitResource.create, devicePermitResource)
const tones = { valid: 'success', expired: 'warning', revoked: 'neutral' } satisfies Record<PermitState, Tone>

/** The devices of a venue, and which of them may be used. */
export function DevicesPage() {
  const { t } = useText()
  const maySeePermits = useMay('devicepermit:list')
  return (
    <Tabs
      className="pl-vehicle-tabs"
      destroyOnHidden
      items={[
        { key: 'devices', label: t('device.list'), children: <Devices /> },
        ...(maySeePermits ? [{ key: 'permits', label: t('device.permits'), children: <Permits /> }] : []),
      ]}
    />
  )
}

/** Whether a device connects by an access password: a coin machine, and a box that is in a vehicle. */
const connects = ({ deviceType, vehicleId }: Pick<Device, 'deviceType' | 'vehicleId'>): boolean =>
  deviceType === 'COIN' || (deviceType === 'VEHICLE' && vehicleId !== null)

const nameOf = ({ name, serialNumber }: { name: string; serialNumber: string }): string => name || serialNumber

function Devices() {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('devices')
  const mayPermit = useMay('devicepermit:add')
  const mayUseFree = useMay('devicepermit:free')
  const types = useDict('device_type')
  const vehicles = useVehicleOptions()
  const mayAccess = useMay('vehiclebox:access')
  const [permitting, setPermitting] = useState<Device | null>(null)
  const [accessed, setAccessed] = useState<Device | null>(null)
  const giveFree = (row: Device) =>
    void ask(
      t('device.permit.giveFreeAsk', { device: nameOf(row) }),
      async () => {
        const { message } = await client.devicePermits.free({ body: { deviceId: row.id } })
        await refreshList('devicePermits')
        return message
      },
      { isDanger: false },
    )
  return (
    <>
      <CrudPage
        resource="devices"
        title="menu.devices"
        columns={[
          { name: 'serialNumber', sorter: true, width: 150 },
          { name: 'name', sorter: true, width: 150 },
          { name: 'deviceType', sorter: true, onCard: true, options: types },
          { name: 'vehicleName', onCard: true },
          { name: 'softwareVersion' },
          { name: 'hardwareVersion', optional: true },
          { name: 'iotCard', optional: true },
          {
            name: 'powered',
            render: ({ powered }) => (powered === null ? '—' : t(powered ? 'vehicle.poweredOn' : 'vehicle.poweredOff')),
          },
          { name: 'heartbeatTime', sorter: true, onCard: true },
          { name: 'remark', width: 160, optional: true },
        ]}
        filters={[
          <TextFilter key="serial" name="serialNumber" />,
          <ChoiceFilter key="type" name="deviceType" options={types} />,
          <TextFilter key="name" name="name" />,
          <ChoiceFilter key="vehicle" name="vehicleId" options={vehicles} />,
        ]}
        form={{
          noun: 'noun.device',
          values: (row) => ({ ...row, vehicleId: row?.vehicleId ?? '' }),
          fields: (row) => (
            <div className="pl-vehicle-form">
              <Field name="serialNumber" check={isFree('device', 'serial_number', row?.id)}>
                <Input maxLength={64} autoComplete="off" />
              </Field>
              <Field name="deviceType">
                <DictSelect code="device_type" allowClear={false} />
              </Field>
              <Field name="name">
                <Input maxLength={60} autoComplete="off" />
              </Field>
              <Field name="vehicleId">
                <Select options={[{ value: '', label: '—' }, ...vehicles]} showSearch={{ optionFilterProp: 'label' }} />
              </Field>
              <Field name="iotCard">
                <Input maxLength={32} autoComplete="off" />
              </Field>
              <Field name="hardwareVersion">
                <Input maxLength={40} autoComplete="off" />
              </Field>
              <Field name="softwareVersion">
                <Input maxLength={40} autoComplete="off" />
              </Field>
              <Field name="remark">
                <Input maxLength={200} autoComplete="off" />
              </Field>
            </div>
          ),
        }}
        actions={{
          changed: () => void queryClient.invalidateQueries({ queryKey: ['fleet'] }),
          row: (row) => [
            ...(mayAccess && connects(row)
              ? [{ key: 'access', label: t('gateway.access'), act: () => setAccessed(row) }]
              : []),
            ...(mayPermit && may('edit')
              ? [{ key: 'permit', label: t('device.permit.give'), act: () => setPermitting(row) }]
              : []),
            ...(mayUseFree && row.deviceType === 'TV'
              ? [{ key: 'free', label: t('device.permit.giveFree'), act: () => giveFree(row) }]
              : []),
          ],
        }}
      />
      {permitting ? <PermitDialog device={permitting} onClose={() => setPermitting(null)} /> : null}
      {accessed ? (
        <BoxAccessDialog deviceId={accessed.id} name={nameOf(accessed)} onClose={() => setAccessed(null)} />
      ) : null}
    </>
  )
}

function PermitDialog({ device, onClose }: { device: Device; onClose(): void }) {
  const { t } = useText()
  const save = async (values: Values): Promise<string> => {
    const { message } = await client.devicePermits.add({ body: { ...values, deviceId: device.id } })
    await refreshList('devicePermits')
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('device.permit.giveTitle', { device: nameOf(device) })}
      okText={t('device.permit.give')}
      form={{
        values: () => ({ endTime: '', remark: '' }),
        fields: () => (
          <>
            <PermitField name="endTime" {...asText('YYYY-MM-DD HH:mm:ss')} extra={t('device.permit.untilHint')}>
              <DatePicker showTime style={{ width: '100%' }} />
            </PermitField>
            <PermitField name="remark">
              <Input maxLength={200} autoComplete="off" />
            </PermitField>
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

function Permits() {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('devicePermits')
  const types = useDict('device_type')
  const revoke = ({ id, serialNumber, deviceName }: RowOf<'devicePermits'>) =>
    void ask(
      t('device.permit.revokeAsk', { device: deviceName || serialNumber || '' }),
      async (remark) => {
        const { message } = await client.devicePermits.revoke({ body: { id, remark } })
        await refreshList('devicePermits')
        return message
      },
      { ok: t('device.permit.revoke'), asksReason: true },
    )
  return (
    <CrudPage
      resource="devicePermits"
      title="device.permits"
      columns={[
        { name: 'serialNumber', width: 150 },
        { name: 'deviceName', width: 150 },
        { name: 'deviceType', options: types },
        {
          name: 'state',
          onCard: true,
          render: ({ state }) =>
            state === null ? '—' : <ToneTag tone={tones[state]}>{t(`device.permit.state.${state}`)}</ToneTag>,
        },
        { name: 'free', onCard: true, render: ({ free }) => t(free ? 'yesNo.YES' : 'yesNo.NO') },
        { name: 'endTime', onCard: true, sorter: true, render: ({ endTime }) => endTime ?? t('device.permit.noEnd') },
        { name: 'createTime', sorter: true },
        { name: 'createBy' },
        { name: 'revokeTime', optional: true },
        { name: 'revokeBy', optional: true },
        { name: 'remark', width: 160, optional: true },
      ]}
      emptyHint="device.permit.noneHint"
      actions={{
        row: (row) =>
          may('revoke') && row.state !== 'revoked'
            ? [{ key: 'revoke', label: t('device.permit.revoke'), danger: true, act: () => revoke(row) }]
            : [],
      }}
    />
  )
}
