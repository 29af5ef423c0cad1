import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useLive, useNow } from '#renderer/core/hooks.ts'
import { paymentMethodsOf, paysCash } from '#renderer/core/payment-methods.calc.ts'
import { queryClient } from '#renderer/core/query.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useStoreFacts } from '#renderer/core/store-facts.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { asksForCashier, useCashier } from '#renderer/features/cashiers/index.ts'
import { useMember } from '#renderer/features/members/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { changeOf } from '#renderer/ui/form/cash-given.calc.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { RechargeOrder } from '#shared/features/recharge/recharge-orders.schema.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import { type Offer, offerRefusal, outlookOf, priceOf } from './recharge-panel.calc.ts'
import { useOffers } from './use-offers.ts'

/** A new member whose card is opened. */
export interface Newcomer {
  phone: string
  realname: string
  physicalCard: string
}

export const NOBODY: Newcomer = { phone: '', realname: '', physicalCard: '' }

/** The result of a sale, with the change due and the gift to hand out. */
export interface Sold {
  order: RechargeOrder
  change: number
  gift: { gift: string; count: number } | null
}

const CLOCK = { timeZone: 'Asia/Shanghai', dayStartHour: 0 }
const MINUTE_MS = 60_000

/** State and actions of a recharge; the components only render it. */
export function useRecharge(begunWith: Member | null) {
  const platform = usePlatform()
  const { online } = useLive(platform.connection)
  const { cashier } = useCashier()
  const offers = useOffers()
  const store = useStoreFacts().data
  const minute = useNow(MINUTE_MS)
  const withKey = useAttemptKey()
  const openDrawer = useDrawer()

  const [member, setMember] = useState<Member | null>(begunWith)
  const [newcomer, setNewcomer] = useState<Newcomer | null>(null)
  const [offerId, setOfferId] = useState('')
  const [amount, setAmount] = useState<number | null>(null)
  const [wantsCash, setCash] = useState(false)
  const [given, setGiven] = useState<number | null>(null)
  const [photo, setPhoto] = useState('')
  const [remark, setRemark] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isCashierOpen, openCashier] = useState(false)
  const [sold, setSold] = useState<Sold | null>(null)
  const who = useMember(
    ({ member: found }) => {
      playSound('scan')
      setMember(found)
      setNewcomer(null)
    },
    () => playSound('error'),
  )

  const clock = { ...(store ?? CLOCK), now: new Date(minute) }
  const offer = offers.data?.find(({ rule }) => rule.id === offerId) ?? null
  const price = offer ? priceOf(offer, amount) : null
  const paymentMethods = paymentMethodsOf(store)
  const isFree = price === 0
  const isCash = isFree || paysCash(wantsCash, paymentMethods)
  const change = isCash && price !== null ? changeOf(price, isFree ? null : given) : 0
  const refusal = offer ? offerRefusal(offer, amount, member, clock.now) : null
  const isNamed = newcomer !== null && [newcomer.phone, newcomer.physicalCard].some((value) => value.trim() !== '')
  const isWhoKnown = member !== null || (isNamed && newcomer.realname.trim() !== '')
  const lacksPhoto = offer?.kind === 'card' && offer.rule.needPhoto === 'YES' && photo === '' && newcomer !== null
  const isLookingUp = who.view.kind === 'loading'
  const isReady =
    online && isWhoKnown && !isLookingUp && price !== null && refusal === null && change !== null && !lacksPhoto

  const fresh =
    <A extends unknown[]>(set: (...given: A) => void) =>
    (...given: A) => {
      setFailure(null)
      set(...given)
    }

  const body = (payCode: string | null) => ({
    userId: member?.id ?? null,
    member: member ? null : newcomer,
    sysDepartRechargeRoleId: offer?.kind === 'recharge' ? offer.rule.id : null,
    sysDepartChangwanRoleId: offer?.kind === 'card' ? offer.rule.id : null,
    amount: price === null ? null : price / 100,
    consumePayMode: payCode === null ? ('cash' as const) : ('wechat' as const),
    payCode,
    cashierId: cashier?.id ?? null,
    photo,
    remark,
  })

  const done = async (order: RechargeOrder): Promise<void> => {
    const gift =
      offer?.kind === 'recharge' && offer.rule.giftName !== ''
        ? { gift: offer.rule.giftName, count: offer.rule.giftCount }
        : null
    setSold({ order, change: change ?? 0, gift })
    await Promise.all(
      ['crud', 'memberWallets', 'memberSearch'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
    )
  }

  const failed = (error: unknown): void => {
    playSound('error')
    setFailure(error)
    if (asksForCashier(error)) openCashier(true)
  }

  return {
    online,
    offers,
    clock,
    paymentMethods,
    who,
    member,
    newcomer,
    offer,
    amount,
    price,
    isFree,
    isCash,
    given,
    change,
    photo,
    remark,
    refusal,
    isReady,
    isBusy,
    isCashierOpen,
    openCashier,
    failure,
    sold,
    outlook: offer ? outlookOf(offer, amount, member, clock) : null,
    /** A member's card; until its member is known there is none, so nothing is sold to the one before. */
    hearCard: fresh((scan: Scan) => {
      setMember(null)
      who.hearScan(scan)
    }),
    chooseMember: fresh((found: Member | null) => {
      who.clear()
      setMember(found)
      setNewcomer(null)
    }),
    writeNewcomer: fresh((next: Newcomer | null) => {
      if (newcomer === null || next === null) who.clear()
      setNewcomer(next)
      setMember(null)
    }),
    chooseOffer: fresh((next: Offer) => {
      setOfferId(next.rule.id)
      setGiven(null)
      setAmount(null)
    }),
    setAmount: fresh(setAmount),
    setGiven: fresh(setGiven),
    setPhoto: fresh(setPhoto),
    setRemark: fresh(setRemark),
    payBy: fresh((mode: 'cash' | 'scan') => setCash(mode === 'cash')),
    /** Takes cash; the same input is sent once, however often it is pressed. */
    async payCash(): Promise<void> {
      if (isBusy || !isReady) return
      setBusy(true)
      setFailure(null)
      const order = body(null)
      try {
        const { result } = await withKey(order, (key) => client.rechargeOrders.add({ key, body: order }))
        playSound('done')
        if (result.amount > 0) openDrawer(result.id)
        await done(result)
      } catch (error) {
        failed(error)
      } finally {
        setBusy(false)
      }
    },
    /** Sends the order with the customer's pay code, under the id that is polled. */
    async sendCode(payCode: string, orderId: string): Promise<void> {
      try {
        const { result } = await client.rechargeOrders.add({ key: orderId, body: body(payCode) })
        // The member exists by now, so another attempt uses it.
        if (newcomer) setMember((await client.members.searchMemberById({ query: { id: result.userId } })).result)
      } catch (error) {
        if (asksForCashier(error)) openCashier(true)
        throw error
      }
    },
    async paid(orderId: string): Promise<void> {
      await done((await client.rechargeOrders.queryById({ query: { id: orderId } })).result)
    },
    /** Resets for the next customer. */
    again(): void {
      setSold(null)
      setCash(false)
      who.clear()
      setMember(null)
      setNewcomer(null)
      setOfferId('')
      setAmount(null)
      setGiven(null)
      setPhoto('')
      setRemark('')
    },
  }
}

export type Recharge = ReturnType<typeof useRecharge>
