import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { createRefresher } from './refresher.ts'
import { madeOldBy, madeOldByAny } from './registry.ts'

/** Refreshes the screen when data changes elsewhere, and when another language is chosen: the server names states and stores. */
export function useLiveData(): void {
  const platform = usePlatform()
  const queries = useQueryClient()
  const { locale } = useText()
  const shownIn = useRef(locale)
  useEffect(() => {
    if (shownIn.current === locale) return
    shownIn.current = locale
    void queries.invalidateQueries()
  }, [queries, locale])
  useEffect(() => {
    const refreshed = createRefresher(queries)
    const refresh = (name: string) => void refreshed(name)
    const stops = [
      platform.onPush(({ cmd, topic }) => {
        for (const name of cmd === 'resumed' ? madeOldByAny : madeOldBy(topic)) refresh(name)
      }),
      platform.catalogue.onChange(() => refresh('catalogue')),
      platform.sync?.onChange(() => refresh('sync')),
      platform.prints?.onChange(() => refresh('prints')),
    ]
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [platform, queries])
}
