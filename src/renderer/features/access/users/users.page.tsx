import { Button } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useDepartTree } from '#renderer/features/access/use-departs.ts'
import { useRoles } from '#renderer/features/access/use-roles.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { RecycleBin } from '#renderer/ui/crud/crud-recycle-bin.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { CrudColumn, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { optionsOf } from '#renderer/ui/tree/tree.calc.ts'
import { Identity } from '#shared/features/access/access.schema.ts'
import type { StaffRole } from '#shared/features/access/users.schema.ts'
import { StaffAssistant } from './staff-assistant.tsx'
import { UserFields } from './user-fields.tsx'
import { userBodyOf, userValuesOf } from './user-values.ts'
import { useSecretClearing } from './users-clear-secret.ts'
import { FROZEN, useFreezing } from './users-freeze.ts'
import { ResetPasswordDialog } from './users-reset-password.tsx'

type User = RowOf<'users'>

/** The users of the system. */
export function UsersPage() {
  const { t } = useText()
  const may = useMayCall('users')
  const freezing = useFreezing()
  const clearing = useSecretClearing()
  const states = useDict('user_status')
  const departs = optionsOf(useDepartTree())
  const roles = useRoles()
  const [resetting, setResetting] = useState<User | null>(null)
  const [adding, setAdding] = useState<StaffRole | null>(null)
  const [isBinOpen, setBinOpen] = useState(false)
  const who: CrudColumn<User>[] = [
    { name: 'username', title: 'user.username', sorter: true, width: 160 },
    { name: 'realname', title: 'user.realname', sorter: true, width: 160 },
  ]
  const stores: CrudColumn<User> = { name: 'orgCode', title: 'user.departs', width: 180 }
  return (
    <>
      <CrudPage
        resource="users"
        title="menu.users"
        columns={[
          ...who,
          { name: 'rolesname', title: 'user.roles', width: 160 },
          { name: 'phone', title: 'user.phone', sorter: true },
          stores,
          {
            name: 'identity',
            title: 'user.identity',
            sorter: true,
            options: Identity.options.map((value) => ({ value, label: t(`identity.${value}`) })),
          },
          {
            name: 'status',
            onCard: true,
            title: 'user.status',
            sorter: true,
            options: states,
            render: ({ status, status_dictText }) => (
              <ToneTag tone={status === FROZEN ? 'error' : 'success'}>{status_dictText ?? status}</ToneTag>
            ),
          },
          { name: 'sex', title: 'user.sex', optional: true, options: useDict('sex') },
          { name: 'birthday', title: 'user.birthday', optional: true },
          { name: 'email', title: 'user.email', optional: true, width: 220 },
          { name: 'workNo', title: 'user.workNo', optional: true },
          { name: 'post', title: 'user.post', optional: true },
          { name: 'telephone', title: 'user.telephone', optional: true },
          { name: 'createTime', title: 'crud.createTime', sorter: true, optional: true },
        ]}
        filters={[
          <TextFilter key="username" name="username" label="user.username" />,
          <TextFilter key="realname" name="realname" label="user.realname" />,
          <TextFilter key="phone" name="phone" label="user.phone" />,
          <ChoiceFilter key="status" name="status" label="user.status" options={states} />,
        ]}
        form={{
          width: 720,
          noun: 'noun.user',
          values: userValuesOf,
          fields: (row) => <UserFields id={row?.id} />,
          body: userBodyOf,
        }}
        actions={{
          ...(may('putRecycleBin')
            ? { undo: async (ids) => (await client.users.putRecycleBin({ body: { userIds: ids.join(',') } })).message }
            : {}),
          row: (row) => [
            ...freezing.row(row),
            ...(may('changePassword')
              ? [{ key: 'password', label: t('user.resetPassword'), act: () => setResetting(row) }]
              : []),
            ...clearing(row.username),
          ],
          batch: freezing.batch,
          head: (
            <>
              {may('recycleBin') ? <Button onClick={() => setBinOpen(true)}>{t('bin.title')}</Button> : null}
              {may('addStaff')
                ? (['manager', 'cashier'] as const).map((role) => (
                    <Button key={role} onClick={() => setAdding(role)}>
                      {t(`staff.${role}.add`)}
                    </Button>
                  ))
                : null}
            </>
          ),
          names: {
            roles: { title: 'user.roles', options: roles },
            departs: { title: 'user.departs', options: departs },
            departRoles: { title: 'user.departRoles' },
            userIdentity: {
              title: 'user.rank',
              options: (['1', '2'] as const).map((value) => ({ value, label: t(`user.rank.${value}`) })),
            },
          },
        }}
      />
      {adding ? <StaffAssistant role={adding} onClose={() => setAdding(null)} /> : null}
      {resetting ? <ResetPasswordDialog username={resetting.username} onClose={() => setResetting(null)} /> : null}
      {isBinOpen ? (
        <RecycleBin
          resource="users"
          load={async () => (await client.users.recycleBin()).result}
          columns={[...who, stores]}
          restore={async (id) => (await client.users.putRecycleBin({ body: { userIds: id } })).message}
          end={async (id) => (await client.users.deleteRecycleBin({ query: { userIds: id } })).message}
          onClose={() => setBinOpen(false)}
        />
      ) : null}
    </>
  )
}
