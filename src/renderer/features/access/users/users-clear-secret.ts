import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import type { RowAction } from '#renderer/ui/crud/crud-types.ts'

const secrets = { refund: 'user.resetRefund', cashier: 'user.resetCashier' } as const

/** Row actions that clear a user's forgotten refund or cashier password, after a confirmation. */
export function useSecretClearing(): (username: string) => RowAction[] {
  const { t } = useText()
  const ask = useConfirmation()
  if (!useMayCall('users')('resetSecret')) return () => []
  return (username) =>
    (['refund', 'cashier'] as const).map((secret) => ({
      key: secret,
      label: t(secrets[secret]),
      act: () =>
        void ask(
          t('user.resetSecretAsk', { username, secret: t(`user.secret.${secret}`) }),
          async () => (await client.users.resetSecret({ body: { username, secret } })).message,
          { hint: t('user.resetSecretHint') },
        ),
    }))
}
