import { App } from 'antd'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import type { RowAction } from '#renderer/ui/crud/crud-types.ts'
import { newId } from '#shared/core/id.ts'

/** Returns the copy action of a row for permitted users; the copy is inactive until it is edited. */
export function useCopy(
  name: 'consumeRules' | 'rechargeRules' | 'playCardRules',
  copy: (id: string, key: string) => Promise<{ message: string }>,
): (id: string) => RowAction[] {
  const { t } = useText()
  const { message } = App.useApp()
  const may = useMayCall(name)
  const act = async (id: string) => {
    try {
      const answer = await copy(id, newId())
      await refreshList(name)
      void message.success(answer.message)
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
  return (id) => (may('copy') ? [{ key: 'copy', label: t('rules.copy'), act: () => void act(id) }] : [])
}
