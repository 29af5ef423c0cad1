import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { asContains } from '#renderer/ui/crud/crud-state.ts'
import { PickerDialog } from '#renderer/ui/picker/picker.tsx'
import type { User } from '#shared/features/access/users.schema.ts'

interface UserPickerProps {
  title: string
  /** The users selected at first. */
  chosen?: User[]
  onConfirm(users: User[]): void
  onClose(): void
}

/** Selects users of the stores in scope. */
export function UserPicker({ title, chosen = [], onConfirm, onClose }: UserPickerProps) {
  const { t } = useText()
  return (
    <PickerDialog<User>
      name="staff"
      title={title}
      searchLabel={t('user.realname')}
      columns={[
        { name: 'username', title: 'user.username' },
        { name: 'realname', title: 'user.realname' },
        { name: 'orgCode', title: 'user.departs' },
      ]}
      nameOf={({ realname, username }) => realname || username}
      load={async ({ word, pageNo, pageSize }) =>
        (await client.users.list({ query: { realname: asContains(word), pageNo, pageSize } })).result
      }
      chosen={chosen}
      multiple
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
