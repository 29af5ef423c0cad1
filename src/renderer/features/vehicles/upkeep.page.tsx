import { Button, Input, InputNumber, Select, Switch, Tabs } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { CrudRows, useRows } from '#renderer/ui/crud/crud-rows.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { DictSelect, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { type UpkeepDue, upkeepPlanResource } from '#shared/features/vehicles/upkeep.contract.ts'
import { Upkeep } from '#shared/features/vehicles/vehicles.contract.ts'
import { UpkeepEntryDialog } from './upkeep-entry-dialog.tsx'
import { LeftOfPlan } from './upkeep-left.tsx'
import { useTypeOptions, useVehicleOptions } from './use-vehicles.ts'
import { UpkeepTag } from './vehicle-tags.tsx'
import './vehicles.css'

const PlanField = fieldsOf(upkeepPlanResource.create, upkeepPlanResource)

/** Upkeep of vehicles: what is due, the plans, and the history. */
export function UpkeepPage() {
  const { t } = useText()
  const maySeePlans = useMay('upkeepplan:list')
  return (
    <Tabs
      className="pl-vehicle-tabs"
      destroyOnHidden
      items={[
        { key: 'due', label: t('upkeep.due'), children: <DueList /> },
        ...(maySeePlans ? [{ key: 'plans', label: t('upkeep.plans'), children: <Plans /> }] : []),
        { key: 'log', label: t('upkeep.log'), children: <Entries /> },
      ]}
    />
  )
}

function DueList() {
  const { t } = useText()
  const mayRecord = useMay('upkeep:add')
  const [state, setState] = useState<Upkeep | undefined>()
  const [recording, setRecording] = useState<UpkeepDue | null>(null)
  const due = useRows(['fleet', 'due', state], async (page) => {
    return (await client.upkeep.listDue({ query: { ...page, ...(state ? { state } : {}) } })).result
  })
  return (
    <div className="pl-page">
      <PageHead title={t('menu.upkeep')}>
        <Select
          className="pl-filter"
          aria-label={t('upkeep.state')}
          placeholder={t('upkeep.state')}
          allowClear
          value={state}
          onChange={setState}
          options={Upkeep.options.map((value) => ({ value, label: t(`vehicle.upkeep.${value}`) }))}
        />
      </PageHead>
      <CrudRows
        key={state ?? 'all'}
        crud={due}
        columns={[
          { name: 'vehicleName', title: 'records.vehicle' },
          { name: 'planName', title: 'upkeep.plan.name', width: 200 },
          { name: 'state', title: 'upkeep.state', onCard: true, render: (row) => <UpkeepTag state={row.state} /> },
          { name: 'left', title: 'upkeep.left', onCard: true, render: (row) => <LeftOfPlan due={row} /> },
          {
            name: 'used',
            title: 'upkeep.used',
            render: ({ used, every, unit }) => `${used} / ${every} ${t(`upkeep.unit.${unit}`)}`,
          },
          { name: 'sinceTime', title: 'upkeep.since' },
        ]}
        actionsOf={(row) =>
          mayRecord ? [{ key: 'record', label: t('upkeep.record'), act: () => setRecording(row) }] : []
        }
        empty={<EmptyBlock title={t('upkeep.noneDue')} hint={t('upkeep.noneDueHint')} />}
      />
      {recording ? (
        <UpkeepEntryDialog
          initial={{ vehicleId: recording.vehicleId, planId: recording.planId }}
          onClose={() => setRecording(null)}
        />
      ) : null}
    </div>
  )
}

function Plans() {
  const { t } = useText()
  const vehicles = useVehicleOptions()
  const types = useTypeOptions()
  return (
    <CrudPage
      resource="upkeepPlans"
      title="upkeep.plans"
      columns={[
        { name: 'name', sorter: true, width: 180 },
        {
          name: 'vehicleName',
          title: 'upkeep.planFor',
          onCard: true,
          render: ({ vehicleName, vehicleType }) => vehicleName ?? vehicleType ?? t('upkeep.forAll'),
        },
        {
          name: 'every',
          sorter: true,
          onCard: true,
          render: ({ every, unit }) => t('upkeep.everyOf', { count: every, unit: t(`upkeep.unit.${unit}`) }),
        },
        { name: 'blocks', render: ({ blocks }) => t(blocks ? 'yesNo.YES' : 'yesNo.NO') },
        {
          name: 'active',
          onCard: true,
          render: ({ active }) => (
            <ToneTag tone={active ? 'success' : 'neutral'}>{t(active ? 'yesNo.YES' : 'yesNo.NO')}</ToneTag>
          ),
        },
        { name: 'remark', width: 200 },
      ]}
      filters={[<TextFilter key="name" name="name" />]}
      form={{
        noun: 'noun.upkeepPlan',
        values: (row) => ({
          unit: 'hours',
          active: true,
          blocks: false,
          ...row,
          vehicleId: row?.vehicleId ?? '',
          vehicleType: row?.vehicleType ?? '',
        }),
        fields: () => (
          <>
            <PlanField name="name">
              <Input maxLength={60} autoComplete="off" />
            </PlanField>
            <div className="pl-vehicle-form">
              <PlanField name="every">
                <InputNumber min={1} precision={0} style={{ width: '100%' }} />
              </PlanField>
              <PlanField name="unit">
                <DictSelect code="upkeep_unit" allowClear={false} />
              </PlanField>
              <PlanField name="vehicleId" extra={t('upkeep.planForHint')}>
                <Select
                  options={[{ value: '', label: t('upkeep.forAll') }, ...vehicles]}
                  showSearch={{ optionFilterProp: 'label' }}
                />
              </PlanField>
              <PlanField name="vehicleType">
                <Select options={[{ value: '', label: '—' }, ...types]} />
              </PlanField>
            </div>
            <PlanField name="blocks" valuePropName="checked" extra={t('upkeep.blocksHint')}>
              <Switch />
            </PlanField>
            <PlanField name="active" valuePropName="checked">
              <Switch />
            </PlanField>
            <PlanField name="remark">
              <Input maxLength={200} autoComplete="off" />
            </PlanField>
          </>
        ),
        together: [['vehicleId', 'vehicleType']],
      }}
      actions={{ changed: () => void queryClient.invalidateQueries({ queryKey: ['fleet'] }) }}
    />
  )
}

function Entries() {
  const { t } = useText()
  const mayRecord = useMay('upkeep:add')
  const vehicles = useVehicleOptions()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CrudPage
        resource="upkeep"
        title="upkeep.log"
        columns={[
          { name: 'vehicleName', width: 120 },
          { name: 'doneTime', sorter: true, onCard: true },
          { name: 'work', width: 260 },
          { name: 'planName', width: 160 },
          'doneBy',
          'cost',
          'odometer',
          { name: 'createBy', optional: true },
        ]}
        filters={[
          <ChoiceFilter key="vehicle" name="vehicleId" options={vehicles} />,
          <DaysFilter key="time" name="doneTime" />,
        ]}
        emptyHint="upkeep.noEntriesHint"
        actions={{
          head: mayRecord ? (
            <Button type="primary" onClick={() => setOpen(true)}>
              {t('upkeep.record')}
            </Button>
          ) : null,
        }}
      />
      {isOpen ? <UpkeepEntryDialog initial={{}} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
