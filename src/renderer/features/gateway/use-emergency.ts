import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { useMemo, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { play } from '#renderer/core/sounds.ts'
import type { EmergencyStop } from '#shared/features/gateway/emergency.contract.ts'

/** Should a push get lost, nobody is wrong about a stop for longer than this. */
const LOOK_AGAIN_MS = 30_000
const QUERY = ['emergency'] as const
const NONE: EmergencyStop[] = []

/** The emergency stops in force; pushes of the server make them new. */
export function useEmergencies(enabled = true): EmergencyStop[] {
  const may = useMay('dispatch:list')
  const { data } = useQuery({
    enabled: enabled && may,
    queryKey: QUERY,
    queryFn: async () => (await client.emergency.list()).result,
    refetchInterval: LOOK_AGAIN_MS,
  })
  return data ?? NONE
}

/** The ids of the vehicles that an emergency stop holds. Without the server nobody hears of its release: none is held then. */
export function useStoppedVehicles(online: boolean): ReadonlySet<string> {
  const stops = useEmergencies(online)
  return useMemo(
    () => new Set(online ? stops.flatMap(({ vehicles }) => vehicles.map(({ id }) => id)) : []),
    [online, stops],
  )
}

/** What a stop is for; without either it is for every vehicle of the store. */
interface Stopped {
  vehicleIds?: string[]
  vehicleType?: string
}

/** Stops and releases; what was pressed is shown as soon as it is answered. */
export function useEmergencyCommands() {
  const { t } = useText()
  const { message } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const does = async (command: () => Promise<{ result: EmergencyStop[] }>): Promise<boolean> => {
    setBusy(true)
    try {
      const { result } = await command()
      queryClient.setQueryData(QUERY, result)
      return true
    } catch (error) {
      play('error')
      void message.error(textOfError(t, error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    stop: (stopped: Stopped) => does(() => client.emergency.stop({ body: stopped })),
    release: (id: string, remark: string) => does(() => client.emergency.release({ body: { id, remark } })),
  }
}
