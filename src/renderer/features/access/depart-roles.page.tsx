import { PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { useCrud } from '#renderer/ui/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud-form.tsx'
import { useAskFirst } from '#renderer/ui/crud-remove.tsx'
import { CrudTable } from '#renderer/ui/crud-table.tsx'
import { bodyOf, fieldsOf } from '#renderer/ui/fields.tsx'
import { PageHead } from '#renderer/ui/page-head.tsx'
import { SearchTree } from '#renderer/ui/tree.tsx'
import { type DepartRole, departRoles } from '#shared/features/access/depart-roles.contract.ts'
import { StoreRights } from './depart-rights.tsx'
import { GrantDrawer } from './grant-drawer.tsx'
import { useDepartTree } from './use-departs.ts'
import '#renderer/ui/crud.css'

const Field = fieldsOf(bodyOf(departRoles.add))

/** The roles of one store, which count while somebody works there. */
export function DepartRolesPage() {
  const { t } = useText()
  const departs = useDepartTree()
  const [chosen, setChosen] = useState<string | null>(null)
  const departId = chosen ?? departs[0]?.key
  return (
    <div className="pl-page">
      <PageHead title={t('menu.departRoles')} />
      <div className="pl-beside">
        <section className="pl-panel" aria-label={t('user.departs')}>
          <SearchTree nodes={departs} selected={departId ?? null} onSelect={({ key }) => setChosen(key)} />
        </section>
        {departId ? <RolesOfStore key={departId} departId={departId} /> : null}
      </div>
    </div>
  )
}

function RolesOfStore({ departId }: { departId: string }) {
  const { t } = useText()
  const ask = useAskFirst()
  const mayEdit = useMay('departrole:edit')
  const crud = useCrud('departRoles', { deptId: departId })
  const [editing, setEditing] = useState<{ row: DepartRole | null } | null>(null)
  const [isStoreOpen, setStoreOpen] = useState(false)
  const [granting, setGranting] = useState<DepartRole | null>(null)
  const actionsOf = (row: DepartRole) => [
    ...(mayEdit
      ? [
          { key: 'edit', label: t('crud.edit'), act: () => setEditing({ row }) },
          {
            key: 'delete',
            label: t('action.delete'),
            danger: true,
            act: () => void ask(t('crud.deleteAsk'), () => crud.remove([row.id])),
          },
        ]
      : []),
    { key: 'grant', label: t('role.grant'), act: () => setGranting(row) },
  ]
  return (
    <section className="pl-tree-detail" aria-label={t('menu.departRoles')}>
      {mayEdit ? (
        <div className="pl-crud-tools">
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ row: null })}>
            {t('crud.add')}
          </Button>
          <Button title={t('depart.grantHint')} onClick={() => setStoreOpen(true)}>
            {t('depart.grant')}
          </Button>
        </div>
      ) : null}
      {crud.list.error && !crud.list.data ? <ErrorBlock error={crud.list.error} /> : null}
      <CrudTable
        crud={crud}
        columns={[
          { name: 'roleName', title: 'role.name', sorter: true },
          { name: 'roleCode', title: 'role.code', sorter: true },
          { name: 'description', title: 'role.description', width: 240 },
        ]}
        actionsOf={actionsOf}
        onOpen={setGranting}
        selected={[]}
        onSelect={null}
        empty={<EmptyBlock title={t('crud.none')} hint={t('crud.noneYet')} />}
      />
      {editing ? (
        <CrudFormDialog
          row={editing.row}
          title={t(editing.row ? 'crud.edit' : 'crud.add')}
          form={{
            fields: (row) => (
              <>
                <Field name="roleCode" label="role.code" wrong="role.codeWrong">
                  <Input disabled={row !== null} autoFocus={row === null} autoComplete="off" />
                </Field>
                <Field name="roleName" label="role.name">
                  <Input autoFocus={row !== null} autoComplete="off" />
                </Field>
                <Field name="description" label="role.description">
                  <Input.TextArea rows={3} />
                </Field>
              </>
            ),
          }}
          onSave={({ roleCode, ...values }) =>
            editing.row ? crud.save(values, editing.row.id) : crud.save({ ...values, roleCode, departId }, null)
          }
          onClose={() => setEditing(null)}
        />
      ) : null}
      {isStoreOpen ? <StoreRights departId={departId} onClose={() => setStoreOpen(false)} /> : null}
      {granting ? (
        <GrantDrawer
          title={t('role.grantTo', { role: granting.roleName })}
          name={granting.id}
          load={async () => {
            const [tree, granted] = await Promise.all([
              client.departRoles.queryTreeListForDeptRole({ query: { departId } }),
              client.departRoles.queryDeptRolePermission({ query: { roleId: granting.id } }),
            ])
            return { tree: tree.result.treeList, granted: granted.result }
          }}
          save={
            mayEdit
              ? async (granted, before) => {
                  const [permissionIds, lastpermissionIds] = [granted.join(','), before.join(',')]
                  const body = { roleId: granting.id, permissionIds, lastpermissionIds }
                  return (await client.departRoles.saveDeptRolePermission({ body })).message
                }
              : null
          }
          onClose={() => setGranting(null)}
        />
      ) : null}
    </section>
  )
}
