import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { asContains } from '#renderer/ui/crud/crud-state.ts'
import { PickerDialog } from '#renderer/ui/picker/picker.tsx'
import { type ChosenProps, PickerField } from '#renderer/ui/picker/picker-field.tsx'
import type { User } from '#shared/features/access/users.schema.ts'

/** Under which the picker keeps recent searches and rows. */
const NAME = 'staff'

const nameOf = ({ realname, username }: User): string => realname || username

interface UserPickerProps {
  title: string
  /** The users selected at first. */
  chosen?: User[]
  /** Whether several users can be chosen. */
  multiple?: boolean
  onConfirm(users: User[]): void
  onClose(): void
}

/** Selects users of the stores in scope. */
export function UserPicker({ title, chosen = [], multiple = true, onConfirm, onClose }: UserPickerProps) {
  const { t } = useText()
  return (
    <PickerDialog<User>
      name={NAME}
      title={title}
      searchLabel={t('user.realname')}
      columns={[
        { name: 'username', title: 'user.username' },
        { name: 'realname', title: 'user.realname' },
        { name: 'orgCode', title: 'user.departs' },
      ]}
      nameOf={nameOf}
      load={async ({ word, pageNo, pageSize }) =>
        (await client.users.list({ query: { realname: asContains(word), pageNo, pageSize } })).result
      }
      chosen={chosen}
      multiple={multiple}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

/** A form field with the id of a user, filled by the picker. */
export function UserPickerField(props: ChosenProps) {
  const { t } = useText()
  return (
    <PickerField<User>
      {...props}
      name={NAME}
      nameOf={nameOf}
      restore={async (ids) => (await client.users.queryByIds({ query: { userIds: ids } })).result}
      dialog={(chosen, confirm, close) => (
        <UserPicker
          title={t('userPicker.title')}
          chosen={chosen}
          multiple={false}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    />
  )
}
