import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lapTime, minuteOf, money } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { type Translate, useText } from '#member/core/locale.ts'
import { Button } from '#member/ui/button.tsx'
import { type Row, Rows } from '#member/ui/rows.tsx'
import { Empty, Failure, Loading } from '#member/ui/states.tsx'
import { Tabs } from '#member/ui/tabs.tsx'

type Kind = 'rides' | 'orders' | 'recharges'

interface RowsPage {
  rows: Row[]
  pages: number
}

const KINDS: readonly Kind[] = ['rides', 'orders', 'recharges']

/** A page of records as rows. The links to results lead to the page that the QR code of a ticket opens. */
const read: Record<Kind, (pageNo: number, t: Translate) => Promise<RowsPage>> = {
  async rides(pageNo, t) {
    const { records, pages } = (await client.memberHome.rides({ query: { pageNo } })).result
    const rows = records.map((ride) => ({
      key: ride.id,
      title: ride.rule,
      note: [minuteOf(ride.time), ride.ticketNo, ride.vehicle].filter(Boolean).join(' · '),
      value: ride.bestMs === null ? t(`memberHistory.ride.${ride.state}`) : lapTime(ride.bestMs),
      ...(ride.state === 'done' ? { href: `../r/${ride.resultKey}` } : {}),
    }))
    return { rows, pages }
  },
  async orders(pageNo, t) {
    const { records, pages } = (await client.memberHome.orders({ query: { pageNo } })).result
    const rows = records.map((order) => ({
      key: order.id,
      title: order.name,
      note: [minuteOf(order.time), noteOf(order, t)].filter(Boolean).join(' · '),
      value: [
        order.amount > 0 ? money(order.amount) : '',
        ...(['integral', 'laps', 'visits', 'coins'] as const).map((wallet) =>
          order[wallet] > 0 ? t(`memberHistory.took.${wallet}`, { count: order[wallet] }) : '',
        ),
      ]
        .filter(Boolean)
        .join(' + '),
    }))
    return { rows, pages }
  },
  async recharges(pageNo, t) {
    const { records, pages } = (await client.memberHome.recharges({ query: { pageNo } })).result
    const rows = records.map((order) => ({
      key: order.id,
      title: order.name,
      note: [minuteOf(order.time), noteOf(order, t)].filter(Boolean).join(' · '),
      value: money(order.amount),
    }))
    return { rows, pages }
  },
}

const noteOf = (
  { state, refunded }: { state: 'nopay' | 'paid' | 'closed' | 'refunding' | 'refunded'; refunded: number },
  t: Translate,
) =>
  state === 'paid'
    ? refunded > 0
      ? t('memberHistory.partlyRefunded', { amount: money(refunded) })
      : ''
    : t(`memberHistory.order.${state}`)

/** Rides, orders and recharges of the member. */
export function RecordsPage() {
  const { t } = useText()
  const [kind, setKind] = useState<Kind>('rides')
  return (
    <>
      <Tabs<Kind>
        label={t('memberPage.records')}
        tabs={KINDS.map((key) => ({ key, title: t(`memberHistory.${key}`) }))}
        chosen={kind}
        onChoose={setKind}
      />
      <RecordsOf key={kind} kind={kind} />
    </>
  )
}

function RecordsOf({ kind }: { kind: Kind }) {
  const { t, locale } = useText()
  const records = useInfiniteQuery({
    queryKey: ['records', kind, locale],
    queryFn: ({ pageParam }) => read[kind](pageParam, t),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _, last) => (last < pages ? last + 1 : undefined),
  })
  const rows = records.data?.pages.flatMap((page) => page.rows) ?? []
  if (records.isPending) return <Loading />
  if (records.error && rows.length === 0)
    return <Failure error={records.error} onRetry={() => void records.refetch()} />
  if (rows.length === 0) return <Empty text={t('memberHistory.none')} />
  return (
    <>
      <Rows rows={rows} />
      {records.error ? <Failure error={records.error} onRetry={() => void records.fetchNextPage()} /> : null}
      {records.hasNextPage ? (
        <Button kind="plain" isBusy={records.isFetchingNextPage} onPress={() => void records.fetchNextPage()}>
          {t('memberHistory.more')}
        </Button>
      ) : null}
    </>
  )
}
