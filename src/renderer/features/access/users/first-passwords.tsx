import { Alert, App, Button } from 'antd'
import { textOfError, useText } from '#renderer/core/locale.ts'
import './first-passwords.css'

/** A new account with its initial password, which is replaced at the first sign-in. */
export interface MadeAccount {
  realname: string
  username: string
  password: string
}

/** Shows each user's initial password, which cannot be shown again. */
export function FirstPasswords({ made }: { made: readonly MadeAccount[] }) {
  const { t } = useText()
  const { message } = App.useApp()
  const lines = made.map(({ realname, username, password }) => `${realname}\t${username}\t${password}`).join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines)
      void message.success(t('firstPassword.copied'))
    } catch (error) {
      void message.error(textOfError(t, error))
    }
  }
  return (
    <Alert
      className="pl-first-passwords"
      type="success"
      showIcon
      title={t('firstPassword.once')}
      description={
        <>
          <table>
            <thead>
              <tr>
                <th>{t('firstPassword.name')}</th>
                <th>{t('firstPassword.account')}</th>
                <th>{t('firstPassword.password')}</th>
              </tr>
            </thead>
            <tbody>
              {made.map(({ realname, username, password }) => (
                <tr key={username}>
                  <td>{realname}</td>
                  <td>{username}</td>
                  <td>
                    <code>{password}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>{t('firstPassword.replaced')}</p>
          <Button onClick={() => void copy()}>{t('firstPassword.copy')}</Button>
        </>
      }
    />
  )
}
