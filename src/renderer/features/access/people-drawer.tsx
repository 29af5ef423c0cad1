import { App, Button, Drawer } from 'antd'
import { useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudRows, useRows } from '#renderer/ui/crud/crud-rows.tsx'
import type { RowAction } from '#renderer/ui/crud/crud-types.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import type { Page } from '#shared/core/envelope.ts'
import type { User } from '#shared/features/access/users.schema.ts'
import { UserPicker } from './user-picker.tsx'

interface PeopleDrawerProps {
  title: string
  /** The query key of the role or store. */
  name: string
  load(page: { pageNo: number; pageSize: number }): Promise<Page<User>>
  /** Adds users and resolves to a message; null without the permission. */
  add: ((userIds: string[]) => Promise<string>) | null
  actionsOf(user: User): RowAction[]
  onClose(): void
}

/** The users of a role or a store. */
export function PeopleDrawer({ title, name, load, add, actionsOf, onClose }: PeopleDrawerProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const [isPicking, setPicking] = useState(false)
  const people = useRows(['crud', 'users', 'of', name], load)
  const pick = async (users: User[]) => {
    try {
      void message.success((await add?.(users.map(({ id }) => id))) ?? '')
      setPicking(false)
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
    await refreshList('users')
  }
  const adding = add ? (
    <Button type="primary" onClick={() => setPicking(true)}>
      {t('role.addPeople')}
    </Button>
  ) : null
  return (
    <Drawer open size={680} title={title} onClose={onClose} extra={adding} classNames={{ body: 'pl-crud-panel' }}>
      <CrudRows
        crud={people}
        columns={[
          { name: 'username', title: 'user.username', width: 160 },
          { name: 'realname', title: 'user.realname', width: 140 },
          { name: 'orgCode', title: 'user.departs', width: 150 },
        ]}
        actionsOf={actionsOf}
        headAt={0}
        empty={<EmptyBlock title={t('role.noPeople')} action={adding} />}
      />
      {isPicking ? (
        <UserPicker
          title={t('role.addPeople')}
          onConfirm={(users) => void pick(users)}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </Drawer>
  )
}
