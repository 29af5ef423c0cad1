import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useSession } from '#renderer/core/session.ts'
import type { Offer } from './recharge-panel.calc.ts'

const MAX_OFFERS = 200

/** The offers of the store today, recharges before cards, in the store's order. */
export function useOffers() {
  const orgCode = useSession(({ session }) => session?.userInfo.orgCode) ?? ''
  return useQuery({
    queryKey: ['rechargeOffers', orgCode],
    queryFn: async (): Promise<Offer[]> => {
      const query = { pageSize: MAX_OFFERS, sysOrgCode: orgCode }
      const [recharges, cards] = await Promise.all([
        client.rechargeRules.listOnSale({ query }),
        client.playCardRules.listOnSale({ query }),
      ])
      return [
        ...recharges.result.records.map((rule): Offer => ({ kind: 'recharge', rule })),
        ...cards.result.records.map((rule): Offer => ({ kind: 'card', rule })),
      ]
    },
  })
}
