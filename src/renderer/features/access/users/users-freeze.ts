import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import type { BatchAction, RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'

export const FROZEN = 2
const FREE = 1

/** Actions to freeze and unfreeze users; freezing ends a user's sign-ins immediately. */
export function useFreezing(): { row(user: RowOf<'users'>): RowAction[]; batch: BatchAction[] } {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('users')('freezeBatch')
  const set = (ids: string[], status: 1 | 2, done?: () => void) =>
    void ask(
      t(status === FROZEN ? 'user.freezeAsk' : 'user.freeAsk', { count: ids.length }),
      async () => {
        const { message } = await client.users.freezeBatch({ body: { ids: ids.join(','), status } })
        await refreshList('users')
        done?.()
        return message
      },
      { isDanger: status === FROZEN },
    )
  if (!may) return { row: () => [], batch: [] }
  return {
    row: ({ id, status }) => [
      status === FROZEN
        ? { key: 'freeze', label: t('user.free'), act: () => set([id], FREE) }
        : { key: 'freeze', label: t('user.freeze'), act: () => set([id], FROZEN) },
    ],
    batch: [
      { key: 'freeze', label: t('user.freeze'), act: (ids, done) => set(ids, FROZEN, done) },
      { key: 'free', label: t('user.free'), act: (ids, done) => set(ids, FREE, done) },
    ],
  }
}
