import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { useMay } from '#renderer/core/session.ts'
import { UserPickerField } from '#renderer/features/access/index.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { StoreField } from '#renderer/features/rules/index.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { DictSelect, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { promoterResource } from '#shared/features/promoters/promoters.schema.ts'
import { PayoutRequest } from './payout-request.tsx'
import { Poster } from './poster.tsx'
import { PromoterReport } from './promoter-report.tsx'

type Promoter = RowOf<'promoters'>

const NewField = fieldsOf(promoterResource.create, promoterResource)
const Field = fieldsOf(promoterResource.update, promoterResource)

/** Promoters with what they earned, their posters and payouts. */
export function PromotersPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const yesNo = useDict('yn')
  const mayRequest = useMay('promoterpayout:add')
  const [opened, setOpened] = useState<{ kind: 'poster' | 'payout'; row: Promoter } | null>(null)
  const close = () => setOpened(null)
  const actionsOf = (row: Promoter): RowAction[] => [
    { key: 'poster', label: t('promoter.poster'), act: () => setOpened({ kind: 'poster', row }) },
    ...(mayRequest && row.isUser === 'YES' && row.owed > 0
      ? [{ key: 'payout', label: t('payout.request'), act: () => setOpened({ kind: 'payout', row }) }]
      : []),
  ]
  return (
    <>
      <CrudPage
        resource="promoters"
        title="menu.promoters"
        emptyHint="empty.promoters"
        columns={[
          { name: 'promoterName', sorter: true, width: 140 },
          { name: 'isUser', options: yesNo, width: 80 },
          { name: 'roleName', sorter: true, width: 140, onCard: true },
          { name: 'promoterCode', width: 120, onCard: true },
          { name: 'brought', sorter: true, align: 'right', width: 100, onCard: true },
          {
            name: 'paidValue',
            sorter: true,
            align: 'right',
            width: 120,
            render: ({ paidValue }) => <Money value={paidValue} />,
          },
          {
            name: 'commissionMoney',
            sorter: true,
            align: 'right',
            width: 120,
            onCard: true,
            render: ({ commissionMoney }) => <Money value={commissionMoney} />,
          },
          { name: 'commissionPoints', sorter: true, align: 'right', width: 110, onCard: true },
          {
            name: 'owed',
            sorter: true,
            align: 'right',
            width: 110,
            render: ({ isUser, owed }) => (isUser === 'YES' ? <Money value={owed} /> : '—'),
          },
          {
            name: 'paidOut',
            sorter: true,
            align: 'right',
            width: 110,
            render: ({ isUser, paidOut }) => (isUser === 'YES' ? <Money value={paidOut} /> : '—'),
          },
          { name: 'isActive', sorter: true, options: yesNo, width: 80, onCard: true },
          { name: 'userId', width: 100, optional: true },
          { name: 'remark', width: 160, optional: true },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
          { name: 'createTime', sorter: true, optional: true },
          { name: 'createBy', optional: true },
        ]}
        filters={[
          <TextFilter key="name" name="promoterName" />,
          <TextFilter key="code" name="promoterCode" />,
          <TextFilter key="role" name="roleName" />,
          <ChoiceFilter key="user" name="isUser" options={yesNo} />,
          <ChoiceFilter key="active" name="isActive" options={yesNo} />,
        ]}
        form={{
          noun: 'noun.promoter',
          fields: (row) => (row ? <OldFields sysOrgCode={row.sysOrgCode} /> : <NewFields />),
          body: (values, row) => (row ? values : { ...values, userId: values.userId ?? '' }),
        }}
        actions={{ row: actionsOf }}
        below={<PromoterReport />}
      />
      {opened?.kind === 'poster' ? <Poster promoter={opened.row} onClose={close} /> : null}
      {opened?.kind === 'payout' ? <PayoutRequest promoter={opened.row} onClose={close} /> : null}
    </>
  )
}

interface RoleSelectProps {
  /** Defaults to the store of the signed-in user. */
  sysOrgCode?: string | undefined
  value?: string
  onChange?(id: string): void
  id?: string
}

function RoleSelect({ sysOrgCode, ...props }: RoleSelectProps) {
  const { data = [], isPending } = useQuery({
    queryKey: ['promoterRoles', 'usable', sysOrgCode],
    queryFn: async () => (await client.promoters.roles({ query: sysOrgCode ? { sysOrgCode } : {} })).result,
  })
  return (
    <Select {...props} loading={isPending} options={data.map(({ id, roleName }) => ({ value: id, label: roleName }))} />
  )
}

function NewFields() {
  const { t } = useText()
  const mayListUsers = useMay('user:list')
  const userId = Form.useWatch<string | undefined>('userId')
  const accountId = Form.useWatch<string | undefined>('accountId')
  const sysOrgCode = Form.useWatch<string | undefined>('sysOrgCode')
  return (
    <>
      <StoreField isNew />
      {accountId ? null : (
        <NewField name="userId" extra={t('promoter.memberOrUser')}>
          <MemberPickerField />
        </NewField>
      )}
      {userId || !mayListUsers ? null : (
        <NewField name="accountId">
          <UserPickerField />
        </NewField>
      )}
      <NewField name="roleId">
        <RoleSelect sysOrgCode={sysOrgCode} />
      </NewField>
      <NewField name="remark">
        <Input maxLength={200} autoComplete="off" />
      </NewField>
    </>
  )
}

const OldFields = ({ sysOrgCode }: { sysOrgCode: string }) => (
  <>
    <Field name="roleId">
      <RoleSelect sysOrgCode={sysOrgCode} />
    </Field>
    <Field name="isActive">
      <DictSelect code="yn" allowClear={false} />
    </Field>
    <Field name="remark">
      <Input maxLength={200} autoComplete="off" />
    </Field>
  </>
)
