import { Button } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud-page.tsx'
import { RecycleBin } from '#renderer/ui/crud-recycle-bin.tsx'
import { useAskFirst } from '#renderer/ui/crud-remove.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud-search.tsx'
import type { RowOf, Values } from '#renderer/ui/crud-types.ts'
import { useDict } from '#renderer/ui/fields.tsx'
import { ToneTag } from '#renderer/ui/tone-tag.tsx'
import { noneFound } from './none-found.ts'
import { UserFields } from './user-fields.tsx'
import { ResetPasswordDialog } from './users-reset-password.tsx'

type User = RowOf<'users'>
const FROZEN = 2

const joined = (value: unknown): string => (Array.isArray(value) ? value.join(',') : '')

/** The people who work with the system. */
export function UsersPage() {
  const { t } = useText()
  const may = useMayCall('users')
  const ask = useAskFirst()
  const states = useDict('user_status')
  const [resetting, setResetting] = useState<User | null>(null)
  const [isBinOpen, setBinOpen] = useState(false)

  const freeze = (ids: string[], status: 1 | 2, done: () => void) =>
    ask(
      t(status === FROZEN ? 'user.freezeAsk' : 'user.freeAsk', { count: ids.length }),
      async () => {
        const { message } = await client.users.frozenBatch({ body: { ids: ids.join(','), status } })
        await refreshList('users')
        done()
        return message
      },
      { isDanger: status === FROZEN },
    )
  const rowActions = (row: User) => {
    const status = row.status === FROZEN ? 1 : FROZEN
    const label = t(row.status === FROZEN ? 'user.free' : 'user.freeze')
    return [
      ...(may('frozenBatch')
        ? [{ key: 'freeze', label, act: () => void freeze([row.id], status, () => undefined) }]
        : []),
      ...(may('changePassword')
        ? [{ key: 'password', label: t('user.resetPassword'), act: () => setResetting(row) }]
        : []),
    ]
  }
  return (
    <>
      <CrudPage
        resource="users"
        title="menu.users"
        columns={[
          { name: 'username', title: 'user.username', sorter: true },
          { name: 'realname', title: 'user.realname', sorter: true },
          { name: 'rolesname', title: 'user.roles', width: 160 },
          { name: 'phone', title: 'user.phone', sorter: true },
          { name: 'orgCode', title: 'user.departs', width: 180 },
          { name: 'identity', title: 'user.identity', sorter: true },
          {
            name: 'status',
            title: 'user.status',
            sorter: true,
            render: ({ status, status_dictText }) => (
              <ToneTag tone={status === FROZEN ? 'error' : 'success'}>{status_dictText ?? status}</ToneTag>
            ),
          },
          { name: 'sex', title: 'user.sex', optional: true },
          { name: 'birthday', title: 'user.birthday', optional: true },
          { name: 'email', title: 'user.email', optional: true },
          { name: 'workNo', title: 'user.workNo', optional: true },
          { name: 'createTime', title: 'crud.createTime', sorter: true, optional: true },
        ]}
        filters={[
          <TextFilter key="username" name="username" label="user.username" />,
          <TextFilter key="realname" name="realname" label="user.realname" />,
          <TextFilter key="phone" name="phone" label="user.phone" />,
          <ChoiceFilter key="status" name="status" label="user.status" options={states} />,
        ]}
        form={{ width: 720, values: valuesOf, fields: (row) => <UserFields id={row?.id} />, body: bodyOf }}
        actions={{
          row: rowActions,
          batch: may('frozenBatch')
            ? [
                { key: 'freeze', label: t('user.freeze'), act: (ids, done) => void freeze(ids, FROZEN, done) },
                { key: 'free', label: t('user.free'), act: (ids, done) => void freeze(ids, 1, done) },
              ]
            : [],
          head: may('recycleBin') ? <Button onClick={() => setBinOpen(true)}>{t('bin.title')}</Button> : null,
        }}
      />
      {resetting ? <ResetPasswordDialog username={resetting.username} onClose={() => setResetting(null)} /> : null}
      {isBinOpen ? (
        <RecycleBin
          resource="users"
          load={async () => (await client.users.recycleBin()).result}
          columns={[
            { name: 'username', title: 'user.username' },
            { name: 'realname', title: 'user.realname' },
            { name: 'orgCode', title: 'user.departs' },
          ]}
          restore={async (id) => (await client.users.putRecycleBin({ body: { userIds: id } })).message}
          end={async (id) => (await client.users.deleteRecycleBin({ query: { userIds: id } })).message}
          onClose={() => setBinOpen(false)}
        />
      ) : null}
    </>
  )
}

async function valuesOf(row: User | null): Promise<Values> {
  if (row === null) return { identity: '3', selectedroles: [], selecteddeparts: [] }
  const { id, departIds, sex } = row
  const roles = await client.users
    .queryUserRole({ query: { userid: id } })
    .then(({ result }) => result, noneFound<string[]>('users.noRoles', []))
  return {
    selectedroles: roles,
    selecteddeparts: departIds.split(',').filter(Boolean),
    sex: sex === null ? undefined : String(sex),
  }
}

const bodyOf = ({ username, selectedroles, selecteddeparts, ...values }: Values, row: User | null): Values => ({
  ...values,
  ...(row === null ? { username } : {}),
  selectedroles: joined(selectedroles),
  selecteddeparts: joined(selecteddeparts),
})
