import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { client } from '#renderer/core/client.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { useListViews } from '#renderer/ui/list/list-views.ts'
import { mayDo } from '#shared/core/may-do.ts'
import type { Contract } from '#shared/core/route.ts'
import { useAddressFilters } from './address-filters.ts'
import { firstList, initialList, type ListState, listQueryOf, stateOf, useListState } from './crud-state.ts'
import {
  type ContractName,
  type CrudCall,
  type CrudCalls,
  type CrudName,
  type RowOf,
  useContract,
  type Values,
} from './crud-types.ts'

/** Whether the user may make a call of a resource, by the contract's action code (spec §6). */
export function useMayCall(name: ContractName): (call: CrudCall | (string & {})) => boolean {
  const permissions = useSession(({ session }) => session?.permissions ?? null)
  const contract = useContract(name)
  return (call) => {
    const access = contract[call]?.access
    if (access === undefined) return false
    return access === 'signedIn' || access === 'public' || mayDo(permissions, access)
  }
}

/** The calls of a resource with the types that generic blocks use. */
export const callsOf = <N extends CrudName>(name: N): CrudCalls<RowOf<N>> =>
  // Safe: `CrudName` holds only resources with a list, and the other calls are optional.
  client[name] as unknown as CrudCalls<RowOf<N>>

export const refreshList = (name: ContractName): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['crud', name] })

/** The initial state of a list, in the contract's default order. */
function firstOf({ list }: Contract): ListState {
  const { column, order } = Order.parse(list?.query?.safeParse({}).data ?? {})
  return { ...firstList(), column, order }
}
const Order = z.object({
  column: z.string().catch(initialList.column),
  order: z.enum(['asc', 'desc']).catch(initialList.order),
})

/** A resource's list and its search state, for screens with a layout other than `CrudPage`. */
export function useCrud<N extends CrudName>(name: N, fixed: Values = {}) {
  const calls = callsOf(name)
  const contract = useContract(name)
  const own = firstOf(contract)
  const { isKnown, opensWith } = useListViews(name)
  // The list shows its default view until the user searches.
  const opened = opensWith ? { ...own, ...stateOf(opensWith.content) } : own
  const [state, change] = useListState([name, ...Object.values(fixed)].join('/'), opened)
  const isOwn = Object.keys(fixed).length === 0
  const address = useAddressFilters(isOwn, contract, state, change)
  const query = { ...listQueryOf(state), ...fixed }
  const list = useQuery({
    queryKey: ['crud', name, query],
    queryFn: async () => (await calls.list({ query })).result,
    placeholderData: (before) => before,
    enabled: isKnown && address.isTaken,
  })
  const may = useMayCall(name)
  return {
    name,
    calls,
    may,
    state,
    /** The default order. */
    first: own,
    /** Changes the page or the order. */
    turn: change,
    /** Sets the filters and returns to the first page. */
    look: (filters: Values) => {
      change({ filters, pageNo: 1 })
      address.leave()
    },
    query,
    list,
    read: async (page: { pageNo: number; pageSize: number }) =>
      (await calls.list({ query: { ...query, ...page } })).result,
    /** Whether the rows are those of the page's address. */
    isOfAddress: isOwn && address.isTaken && list.isSuccess && !list.isFetching && !list.isPlaceholderData,
    records: list.data?.records ?? [],
    total: list.data?.total ?? 0,
    counted: list.data?.searchCount,
    /** Updates the row with this id, or creates one where the id is null (spec §4). */
    async save(body: Values, id: string | null): Promise<string> {
      const { message = '' } =
        (await (id === null ? calls.add?.({ body }) : calls.edit?.({ body: { ...body, id } }))) ?? {}
      await refreshList(name)
      return message
    },
    async remove(ids: string[], reason = ''): Promise<string> {
      const [first = ''] = ids
      const answer = await (ids.length === 1
        ? calls.delete?.({ query: { id: first }, reason })
        : calls.deleteBatch?.({ query: { ids: `${ids.join(',')},` }, reason }))
      await refreshList(name)
      return answer?.message ?? ''
    },
    /** Undoes a deletion; null where deletions are final. */
    undo: may('undelete')
      ? async (ids: string[]) => (await calls.undelete?.({ body: { ids: ids.join(',') } }))?.message ?? ''
      : null,
  }
}

export type Crud<N extends CrudName> = ReturnType<typeof useCrud<N>>
