import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { CrudRows, useRows } from '#renderer/ui/crud/crud-rows.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { bodyOf, DictSelect, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { type DataRule, permissions } from '#shared/features/access/permissions.contract.ts'

const added = bodyOf(permissions.addPermissionRule)
const Field = fieldsOf(added)
const VARIABLES = '#{sys_user_code}, #{sys_org_code}, #{sys_date}'

/** The data rules of a page, which are assigned to roles individually. */
export function DataRules({ permissionId, mayEdit }: { permissionId: string; mayEdit: boolean }) {
  const { t } = useText()
  const ask = useConfirmation()
  const [editing, setEditing] = useState<{ row: DataRule | null } | null>(null)
  const conditions = useDict('rule_conditions')
  const rules = useRows(
    ['crud', 'permissions', 'rules', permissionId],
    async () => (await client.permissions.getPermRuleListByPermId({ query: { permissionId } })).result,
  )
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['crud', 'permissions'] })
  const save = async (values: Values, row: DataRule | null) => {
    const body = { ...values, permissionId } as z.input<typeof added>
    const { message } = row
      ? await client.permissions.editPermissionRule({ body: { ...body, id: row.id } })
      : await client.permissions.addPermissionRule({ body })
    await refresh()
    return message
  }
  const remove = ({ id, ruleName }: DataRule) =>
    ask(
      t('crud.deleteAsk', { noun: t('noun.rule'), name: ruleName }),
      async (reason) => {
        const { message } = await client.permissions.deletePermissionRule({ query: { id }, reason })
        await refresh()
        return message
      },
      { ok: t('action.delete'), asksReason: true, hint: t('crud.final') },
    )
  const actionsOf = (row: DataRule) => [
    { key: 'edit', label: t('crud.edit'), act: () => setEditing({ row }) },
    { key: 'delete', label: t('action.delete'), danger: true, act: () => void remove(row) },
  ]
  return (
    <section className="pl-tree-rules" aria-label={t('role.rules')}>
      <div className="pl-crud-tools">
        <h3>{t('role.rules')}</h3>
        {mayEdit ? (
          <span className="pl-crud-tools-end">
            <Button size="small" onClick={() => setEditing({ row: null })}>
              {t('crud.add')}
            </Button>
          </span>
        ) : null}
      </div>
      <CrudRows
        crud={rules}
        columns={[
          { name: 'ruleName', title: 'rule.name', width: 180 },
          { name: 'ruleColumn', title: 'rule.column' },
          { name: 'ruleConditions', title: 'rule.condition', options: conditions },
          { name: 'ruleValue', title: 'rule.value', width: 180 },
        ]}
        {...(mayEdit ? { actionsOf } : {})}
        waitingRows={2}
        empty={<EmptyBlock title={t('role.noRules')} />}
      />
      {editing ? (
        <CrudFormDialog
          row={editing.row}
          title={t('role.rules')}
          form={{
            fields: () => (
              <>
                <Field name="ruleName" label="rule.name">
                  <Input autoComplete="off" />
                </Field>
                <Field name="ruleColumn" hint="hint.dataRule.column" label="rule.column">
                  <Input autoComplete="off" placeholder="sysOrgCode" />
                </Field>
                <Field name="ruleConditions" hint="hint.dataRule.condition" label="rule.condition">
                  <DictSelect code="rule_conditions" />
                </Field>
                <Field name="ruleValue" label="rule.value" extra={t('rule.valueHint', { names: VARIABLES })}>
                  <Input autoComplete="off" />
                </Field>
                <Field name="status" label="permission.status">
                  <Select
                    options={(['1', '0'] as const).map((value) => ({ value, label: t(`permission.status.${value}`) }))}
                  />
                </Field>
              </>
            ),
            values: (row) => row ?? { status: '1', ruleConditions: '=' },
          }}
          onSave={(values) => save(values, editing.row)}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </section>
  )
}
