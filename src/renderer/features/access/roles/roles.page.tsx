import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { bodyOf, fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { DEFAULT_EXTENSION_LIMIT, type Role, roles } from '#shared/features/access/roles.contract.ts'
import { GrantDrawer } from './grant-drawer.tsx'
import { RolePeople } from './role-people.tsx'

const Field = fieldsOf(bodyOf(roles.add))

/** Roles with their permissions, data rules and users. */
export function RolesPage() {
  const { t } = useText()
  const mayList = useMay('user:list')
  const isPlatform = useSession(({ session }) => session?.userInfo.identity === '-1')
  // Built-in roles are shared by all stores.
  const isOpen = ({ ownerCode }: Role) => isPlatform || ownerCode !== ''
  const maySave = useMay('role:grant')
  const [granting, setGranting] = useState<Role | null>(null)
  const [people, setPeople] = useState<Role | null>(null)
  return (
    <>
      <CrudPage
        resource="roles"
        title="menu.roles"
        columns={[
          { name: 'roleName', title: 'role.name', sorter: true },
          { name: 'roleCode', title: 'role.code', sorter: true },
          { name: 'description', title: 'role.description', width: 280 },
          {
            name: 'ownerCode',
            title: 'role.owner',
            render: ({ ownerCode }) =>
              ownerCode === '' ? <ToneTag tone="neutral">{t('role.builtIn')}</ToneTag> : ownerCode,
          },
          {
            name: 'extensionLimit',
            title: 'role.extensionLimit',
            align: 'right',
            render: ({ extensionLimit }) => (extensionLimit < 0 ? t('role.noLimit') : extensionLimit),
          },
          { name: 'createTime', title: 'crud.createTime', sorter: true },
        ]}
        filters={[
          <TextFilter key="name" name="roleName" label="role.name" />,
          <TextFilter key="code" name="roleCode" label="role.code" />,
        ]}
        form={{
          noun: 'noun.role',
          fields: (row) => (
            <>
              <Field
                name="roleCode"
                hint="hint.role.code"
                label="role.code"
                wrong="role.codeWrong"
                check={isFree('sys_role', 'role_code', row?.id)}
              >
                <Input disabled={row !== null} autoComplete="off" />
              </Field>
              <Field name="roleName" label="role.name">
                <Input autoComplete="off" />
              </Field>
              <Field name="description" label="role.description">
                <Input.TextArea rows={3} />
              </Field>
              <Field
                name="extensionLimit"
                label="role.extensionLimit"
                extra={t('role.extensionLimitHint')}
                initialValue={DEFAULT_EXTENSION_LIMIT}
              >
                <InputNumber min={-1} max={99} precision={0} />
              </Field>
            </>
          ),
          body: ({ roleCode, ...values }, row) => (row ? values : { roleCode, ...values }),
        }}
        actions={{
          row: (row) => [
            { key: 'grant', label: t('role.grant'), act: () => setGranting(row) },
            ...(mayList ? [{ key: 'people', label: t('role.people'), act: () => setPeople(row) }] : []),
          ],
          isOpen,
        }}
      />
      {granting ? (
        <GrantDrawer
          title={t('role.grantTo', { role: granting.roleName })}
          name={granting.id}
          load={async () => {
            const [tree, granted] = await Promise.all([
              client.roles.queryTreeList(),
              client.permissions.queryRolePermission({ query: { roleId: granting.id } }),
            ])
            return { tree: tree.result.treeList, granted: granted.result }
          }}
          save={
            maySave && isOpen(granting)
              ? async (granted, before) => {
                  const [permissionIds, lastpermissionIds] = [granted.join(','), before.join(',')]
                  const body = { roleId: granting.id, permissionIds, lastpermissionIds }
                  return (await client.permissions.saveRolePermission({ body })).message
                }
              : null
          }
          rules={(permissionId) => {
            const params = { permissionId, roleId: granting.id }
            return {
              load: async () => (await client.roles.datarule({ params })).result,
              save:
                maySave && isOpen(granting)
                  ? async (dataRuleIds) =>
                      (await client.roles.saveDatarule({ body: { ...params, dataRuleIds } })).message
                  : null,
            }
          }}
          onClose={() => setGranting(null)}
        />
      ) : null}
      {people ? <RolePeople role={people} onClose={() => setPeople(null)} /> : null}
    </>
  )
}
