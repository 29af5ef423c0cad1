import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { PasswordFields } from './user-fields.tsx'

/** Sets a user's new password and ends all their sign-ins. */
export function ResetPasswordDialog({ username, onClose }: { username: string; onClose(): void }) {
  const { t } = useText()
  return (
    <CrudFormDialog
      row={null}
      title={t('user.resetPasswordOf', { username })}
      form={{ width: 420, fields: () => <PasswordFields /> }}
      onSave={async ({ password, confirmpassword }) => {
        const body = { username, password: String(password), confirmpassword: String(confirmpassword) }
        return (await client.users.changePassword({ body })).message
      }}
      onClose={onClose}
    />
  )
}
