import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudFormDialog } from '#renderer/ui/crud-form.tsx'
import { PasswordFields } from './user-fields.tsx'

/** Gives somebody a new password; every sign-in of theirs ends. */
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
