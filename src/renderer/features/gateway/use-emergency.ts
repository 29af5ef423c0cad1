import { useQuery } from '@tanstack/react-query'
import { App } from 'antd'
import { useMemo, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import type { EmergencyStop } from '#shared/features/gateway/emergency.contract.ts'

/** The polling interval, which limits how long a lost push can leave the state wrong. */
const LOOK_AGAIN_MS = 30_000
const QUERY = ['emergency'] as const
const NONE: EmergencyStop[] = []

/** The emergency stops in force, refreshed by pushes. */
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

/** The ids of vehicles under an emergency stop. Empty without the server, because a release would not be received. */
export function useStoppedVehicles(online: boolean): ReadonlySet<string> {
  const stops = useEmergencies(online)
  return useMemo(
    () => new Set(online ? stops.flatMap(({ vehicles }) => vehicles.map(({ id }) => id)) : []),
    [online, stops],
  )
}

/** The target of a stop; without either field, all vehicles of the store. */
interface Stopped {
  vehicleIds?: string[]
  vehicleType?: string
}

/** The stop and release commands; the result is shown as soon as the server answers. */
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
      playSound('error')
      void message.error(textOfError(t, error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    stop: (stopped: Stopped) => does(() => client.emergency.stop({ body: stopped })),
    release: ({ id, sysOrgCode }: EmergencyStop, remark: string) =>
      does(() => client.emergency.release({ body: { id, sysOrgCode, remark } })),
  }
}
