import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { ofStore, storesOf } from '#renderer/features/counter/choices/counter.calc.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'

/** The store that the counter works for. Headquarters see several and choose one. */
export function useVenue(catalogue: Catalogue | null) {
  const [picked, choose] = useState('')
  const codes = storesOf(catalogue)
  const isSeveral = codes.length > 1
  const departs = useQuery({
    queryKey: ['currentDeparts'],
    queryFn: async () => (await client.signIn.currentDeparts()).result,
    enabled: isSeveral,
  })
  const code = codes.includes(picked) ? picked : (codes[0] ?? '')
  const nameOf = (one: string) => departs.data?.scope.find(({ orgCode }) => orgCode === one)?.departName ?? one
  return {
    catalogue: catalogue && isSeveral ? ofStore(catalogue, code) : catalogue,
    /** The stores to choose from; empty where there is only one. */
    stores: isSeveral ? codes.map((one) => ({ code: one, name: nameOf(one) })) : [],
    code,
    choose,
  }
}

export type Venue = ReturnType<typeof useVenue>
