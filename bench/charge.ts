import type { Bench } from './bench.ts'
import { checkStarts, guestStarts } from './charge-starts.ts'
import type { ChargeOrder } from './charge-statements.ts'
import type { RawRequest } from './http-connection.ts'
import { addMembers, hangOrders, MEMBERS, OPENING, PRICE, requestOf, STORE } from './hung-orders.ts'
import type { Job } from './load.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, type Site, settle } from './site.ts'
import type { Round } from './stats.ts'

const CONNECTIONS = 16
/** Paid orders per second of the best-known open-source till, on the machine of the design's measurements. */
const OPEN_TILL = 30

/** Charging pending orders of many members, each once: through HTTP, and in steps; `money` measures one round trip to the database. */
export async function chargeBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const site = await openSite(cluster, 'bench_charge')
  try {
    const cashier = await site.signIn('cashier')
    const size = quick ? 2000 : 6000
    await addMembers(site.owner)
    // The baseline writes directly what the server's role may write only by functions.
    await site.owner.query('grant insert, update on wallet, wallet_lot, hold, hold_line, ledger_line to public')
    const variants: Record<'http' | 'steps', (orders: ChargeOrder[]) => Job> = {
      http: (orders) => ({
        kind: 'requests',
        url: site.server.url,
        connections: CONNECTIONS,
        requests: orders.map((order) => requestOf(order, cashier)),
      }),
      steps: (orders) => ({ kind: 'charges', url: site.appUrl, connections: CONNECTIONS, orders }),
    }
    const names = Object.keys(variants) as (keyof typeof variants)[]
    const done: Record<keyof typeof variants, Round[]> = { http: [], steps: [] }
    const warmUps = 1
    const prepared = []
    const starts: { requests: RawRequest[]; warmUp: boolean }[] = []
    const started: Round[] = []
    for (let round = 0; round < rounds + warmUps; round++) {
      for (const name of names) {
        const count = round < warmUps ? 2000 : size
        const orders = await hangOrders(site.owner, count, cashier)
        prepared.push({ name, orders, warmUp: round < warmUps })
      }
      const asked = await guestStarts(site.owner, STORE, round < warmUps ? 1000 : size / 2, cashier)
      starts.push({ requests: asked.map(({ request }) => request), warmUp: round < warmUps })
    }
    await settle(site.owner)
    for (const { name, orders, warmUp } of prepared) {
      const round = await loader.run(variants[name](orders))
      if (!warmUp) done[name].push(round)
      // Measured right after the charges that they are compared with.
      const next = name === 'http' ? starts.shift() : undefined
      if (!next) continue
      const { url } = site.server
      const { requests } = next
      const begun = await loader.run({ kind: 'requests', url, connections: CONNECTIONS, requests })
      if (!next.warmUp) started.push(begun)
    }
    const charged = prepared.reduce((sum, { orders }) => sum + orders.length, 0)
    await checkLedger(site.owner, charged)
    await checkStarts(site.owner, 1000 + (rounds * size) / 2)
    return [
      {
        benchmark: 'charge',
        title: `deducting a hung order, ${CONNECTIONS} connections, ${MEMBERS} members, ${rounds} rounds of ${size}`,
        unit: '/s',
        subject: seriesOf('POST doconsume through HTTP', done.http, '/s'),
        baselines: [seriesOf('one transaction, statement by statement, on pg', done.steps, '/s')],
        references: [{ name: 'the best-known open-source till (design)', figure: OPEN_TILL }],
        notes: [`${charged} charges; wallets, holds, orders and ledger agree afterwards`],
      },
      {
        benchmark: 'charge',
        title: `starting a guest's session at one store, ${CONNECTIONS} connections, ${rounds} rounds of ${size / 2}`,
        unit: '/s',
        subject: seriesOf('POST add through HTTP', started, '/s'),
        baselines: [seriesOf('POST doconsume through HTTP', done.http, '/s')],
        notes: ['every start has a record, a run, a ticket and a queue number of its own afterwards'],
      },
    ]
  } finally {
    await site.close()
  }
}

/** Checks that the charges were really made. */
async function checkLedger(owner: Site['owner'], charged: number): Promise<void> {
  const { rows } = await owner.query<Record<string, string>>(
    `select
       (select count(*) from consume_order where member_id like 'B%' and state = 'paid' and amount = $1) as orders,
       (select count(*) from play_record where member_id like 'B%' and state = 'CONSUMED') as plays,
       (select count(*) from hold where member_id like 'B%' and state = 'captured') as holds,
       (select coalesce(-sum(delta), 0) from ledger_line where member_id like 'B%') as ledger,
       (select sum($2 - value) from wallet where member_id like 'B%') as wallets,
       (select sum($2 - value_left) from wallet_lot where member_id like 'B%') as lots,
       (select sum(held) from wallet where member_id like 'B%') as held`,
    [PRICE, OPENING],
  )
  const wanted = { orders: charged, plays: charged, holds: charged, held: 0 }
  const sums = { ledger: charged * PRICE, wallets: charged * PRICE, lots: charged * PRICE }
  for (const [name, value] of Object.entries({ ...wanted, ...sums })) {
    if (Number(rows[0]?.[name]) !== value)
      throw new Error(`after the charges ${name} is ${rows[0]?.[name]}, not ${value}`)
  }
}
