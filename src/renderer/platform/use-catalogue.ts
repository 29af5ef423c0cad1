import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type PaymentMethods, paymentMethodsOf } from '#renderer/core/payment-methods.calc.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'

const KEY = ['catalogue']

/** Rules and vehicles of the store; refreshed by pushes, and once a minute in case a push was lost. */
export function useCatalogue() {
  const platform = usePlatform()
  const queries = useQueryClient()
  const read = async (): Promise<Catalogue | null> => {
    const found = await platform.catalogue.read()
    const before = queries.getQueryData<Catalogue | null>(KEY) ?? null
    // A terminal has no catalogue after its sign-in has ended. Keep the previous one for a new sign-in over the counter.
    return found ?? (before?.store.orgCode === useSession.getState().session?.userInfo.orgCode ? before : null)
  }
  return useQuery({ queryKey: KEY, queryFn: read, refetchInterval: 60_000 })
}

/** The store's payment methods. A form that opens before they are loaded uses `whetherCash`, else it would start with the wrong method. */
export function usePayWays(): PaymentMethods & { whetherCash(): Promise<boolean> } {
  const { data, refetch } = useCatalogue()
  return {
    ...paymentMethodsOf(data?.store),
    whetherCash: async () => paymentMethodsOf((data ?? (await refetch()).data)?.store).takesCash,
  }
}

/** Functions that update the vehicles on the screen before the server's push arrives. */
export function useCatalogueChanges() {
  const queries = useQueryClient()
  const refresh = useCallback(() => void queries.invalidateQueries({ queryKey: KEY }), [queries])
  const patchVehicle = useCallback(
    (id: string, change: Partial<Catalogue['vehicles'][number]>) => {
      queries.setQueryData<Catalogue | null>(KEY, (old) =>
        old ? { ...old, vehicles: old.vehicles.map((one) => (one.id === id ? { ...one, ...change } : one)) } : old,
      )
    },
    [queries],
  )
  return { refresh, patchVehicle }
}
