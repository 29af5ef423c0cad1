import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import type { OfferedProduct } from '#shared/features/products/cart.schema.ts'

// Its first part is the topic that announces changes of products and of their stock.
const KEY = ['products', 'offered']
/** In case a push was lost. */
const REFRESH_MS = 60_000

const none: OfferedProduct[] = []

/** The products that a store offers, for users who may sell. Offline those read last are known, so that a scan is recognized. */
export function useOffered(orgCode: string | undefined, online: boolean) {
  const mayShow = useMay('productsale:add')
  const { data, error } = useQuery({
    queryKey: [...KEY, orgCode ?? ''],
    queryFn: async () => (await client.productSales.offered({ query: { sysOrgCode: orgCode } })).result,
    enabled: mayShow && online && orgCode !== undefined,
    refetchInterval: REFRESH_MS,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return {
    mayShow,
    products: (mayShow && data) || none,
    /** Whether they will be known in a moment. */
    isLoading: mayShow && online && !data && !error,
    error: data ? null : error,
  }
}

/** Reads the offered products again, and returns those of the counter on the screen. */
export async function readOffered(): Promise<OfferedProduct[]> {
  await queryClient.refetchQueries({ queryKey: KEY, type: 'active' })
  return queryClient
    .getQueriesData<OfferedProduct[]>({ queryKey: KEY, type: 'active' })
    .flatMap(([, products]) => products ?? [])
}
