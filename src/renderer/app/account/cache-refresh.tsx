import { ClearOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'

/** Reloads the server's dictionaries and all cached answers of this window (spec §2, §8). */
export function useCacheRefresh(): () => Promise<void> {
  const { t } = useText()
  const { message } = App.useApp()
  return async () => {
    try {
      await client.dictionaries.refreshCache()
      await queryClient.invalidateQueries()
      void message.success(t('cache.done'))
    } catch {
      void message.warning(t('cache.failed'))
    }
  }
}

export function CacheRefresh() {
  const { t } = useText()
  const refresh = useCacheRefresh()
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await refresh()
    setBusy(false)
  }
  const name = t('cache.refresh')
  return <Button type="text" icon={<ClearOutlined />} aria-label={name} title={name} loading={isBusy} onClick={press} />
}
