import { Button, Input } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { promotedMembers } from '#shared/features/promoters/promoters.contract.ts'

const Field = fieldsOf(bodyOf(promotedMembers.bind), promotedMembers.bind)

/** Members who were referred; new ones are bound here by the code of a promoter. */
export function PromotedMembersPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const may = useMayCall('promotedMembers')
  const [isBinding, setBinding] = useState(false)
  return (
    <>
      <CrudPage
        resource="promotedMembers"
        title="menu.promotedMembers"
        emptyHint="empty.promotedMembers"
        columns={[
          { name: 'createTime', sorter: true, width: 160, onCard: true },
          { name: 'userId', width: 110 },
          { name: 'promoterName', sorter: true, width: 140, onCard: true },
          {
            name: 'paidValue',
            sorter: true,
            align: 'right',
            width: 120,
            onCard: true,
            render: ({ paidValue }) => <Money value={paidValue} />,
          },
          { name: 'createBy', width: 120, render: ({ createBy }) => createBy || t('promoter.byMember') },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        ]}
        filters={[
          <TextFilter key="promoter" name="promoterName" />,
          <TextFilter key="member" name="userId" />,
          <DaysFilter key="time" name="createTime" />,
        ]}
        actions={{
          head: may('bind') ? (
            <Button type="primary" onClick={() => setBinding(true)}>
              {t('promoter.bind')}
            </Button>
          ) : null,
        }}
      />
      {isBinding ? <BindDialog onClose={() => setBinding(false)} /> : null}
    </>
  )
}

function BindDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const save = async ({ userId, code }: Values): Promise<string> => {
    const body = {
      userId: String(userId ?? ''),
      code: String(code ?? ''),
    }
    const { message } = await withKey(body, (key) => client.promotedMembers.bind({ body, key }))
    await refreshList('promotedMembers')
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('promoter.bindTitle')}
      okText={t('promoter.bind')}
      form={{
        fields: () => (
          <>
            <Field name="userId" extra={t('promoter.bindHint')}>
              <MemberPickerField />
            </Field>
            <Field name="code">
              <Input maxLength={300} autoComplete="off" />
            </Field>
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
