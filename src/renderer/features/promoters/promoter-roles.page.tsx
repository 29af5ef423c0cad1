import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { DictSelect, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { formatAmount } from '#shared/core/money.ts'
import { newPromoterRole, promoterRoleResource } from '#shared/features/promoters/promoter-roles.contract.ts'

type Role = RowOf<'promoterRoles'>

const Field = fieldsOf(promoterRoleResource.create, promoterRoleResource)

/** What promoters get, and the stores that each role is for. */
export function PromoterRolesPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const modes = useDict('share_mode')
  const units = useDict('share_unit')
  const recharges = useDict('share_recharges')
  const yesNo = useDict('yn')
  const may = useMayCall('promoterRoles')
  const [ofStores, setOfStores] = useState<Role | null>(null)
  return (
    <>
      <CrudPage
        resource="promoterRoles"
        title="menu.promoterRoles"
        emptyHint="empty.promoterRoles"
        columns={[
          { name: 'roleName', sorter: true, width: 160 },
          { name: 'shareMode', sorter: true, options: modes, width: 100 },
          {
            name: 'sharePercent',
            title: 'promoter.share',
            align: 'right',
            width: 120,
            onCard: true,
            render: ({ shareMode, shareAmount, sharePercent }) =>
              shareMode === 'fixed' ? formatAmount(shareAmount) : `${sharePercent}%`,
          },
          { name: 'shareUnit', options: units, width: 140, onCard: true },
          { name: 'recharges', options: recharges, width: 130, onCard: true },
          { name: 'withinDays', align: 'right', width: 110 },
          { name: 'departNames', width: 220 },
          { name: 'isActive', sorter: true, options: yesNo, width: 90, onCard: true },
          { name: 'sysOrgCode', render: ({ sysOrgCode }) => storeName(sysOrgCode) },
          { name: 'remark', width: 180, optional: true },
          { name: 'createTime', sorter: true, optional: true },
          { name: 'createBy', optional: true },
        ]}
        filters={[
          <TextFilter key="name" name="roleName" />,
          <ChoiceFilter key="mode" name="shareMode" options={modes} />,
          <ChoiceFilter key="active" name="isActive" options={yesNo} />,
        ]}
        form={{
          noun: 'noun.promoterRole',
          values: (row) => row ?? newPromoterRole,
          fields: () => <RoleFields />,
        }}
        actions={{
          row: (row) =>
            may('editDepart')
              ? [{ key: 'stores', label: t('promoterRole.setStores'), act: () => setOfStores(row) }]
              : [],
        }}
      />
      {ofStores ? <StoresDialog role={ofStores} onClose={() => setOfStores(null)} /> : null}
    </>
  )
}

function RoleFields() {
  const { t } = useText()
  const mode = Form.useWatch<string | undefined>('shareMode')
  return (
    <>
      <Field name="roleName">
        <Input maxLength={40} autoComplete="off" />
      </Field>
      <Field name="shareMode">
        <DictSelect code="share_mode" allowClear={false} />
      </Field>
      {mode === 'fixed' ? (
        <Field name="shareAmount">
          <InputNumber min={0} precision={2} style={{ width: '100%' }} />
        </Field>
      ) : (
        <Field name="sharePercent" extra={t('promoterRole.percentHint')}>
          <InputNumber min={0} max={100} precision={2} style={{ width: '100%' }} />
        </Field>
      )}
      <Field name="shareUnit" extra={t('promoterRole.unitHint')}>
        <DictSelect code="share_unit" allowClear={false} />
      </Field>
      <Field name="recharges" hint="hint.promoter.recharges">
        <DictSelect code="share_recharges" allowClear={false} />
      </Field>
      <Field name="withinDays" hint="hint.promoter.withinDays">
        <InputNumber min={1} max={3650} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="isActive">
        <DictSelect code="yn" allowClear={false} />
      </Field>
      <Field name="remark">
        <Input maxLength={200} autoComplete="off" />
      </Field>
    </>
  )
}

/** The stores of a role, besides its own. */
function StoresDialog({ role, onClose }: { role: Role; onClose(): void }) {
  const { t } = useText()
  const stores = useQuery({
    queryKey: ['currentDeparts'],
    queryFn: async () => (await client.signIn.currentDeparts()).result,
  })
  const options = (stores.data?.scope ?? [])
    .filter(({ orgCode }) => orgCode.startsWith(role.sysOrgCode))
    .map(({ id, departName }) => ({ value: id, label: departName }))
  const save = async ({ departIds }: Values): Promise<string> => {
    const ids = Array.isArray(departIds) ? departIds.join(',') : ''
    const { message } = await client.promoterRoles.editDepart({ body: { id: role.id, departIds: ids } })
    await refreshList('promoterRoles')
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={`${t('promoterRole.setStores')} · ${role.roleName}`}
      form={{
        values: () => ({ departIds: role.departIds.split(',').filter(Boolean) }),
        fields: () => (
          <Form.Item name="departIds" label={t('promoterRole.stores')} extra={t('promoterRole.storesHint')}>
            <Select mode="multiple" options={options} showSearch={{ optionFilterProp: 'label' }} />
          </Form.Item>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
