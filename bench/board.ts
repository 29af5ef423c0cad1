import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Page } from 'playwright'
import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER } from '#shared/core/route.ts'
import { playBeforePay } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Bench } from './bench.ts'
import { root } from './processes.ts'
import type { Outcome } from './report.ts'
import { openSite, type SignedInAs, type Site, settle } from './site.ts'
import { enterAsCashier, startBrowser } from './visit.ts'

const STORE = 'A01A01'
const VEHICLES = 200
const ENTRIES = 500
const BOARD = '#/dispatch/sysDispatchBoard'
/** Sequential starts of a round. */
const STARTS = 5

/** Time from a start until another client was notified, and until the board showed it. */
interface Seen {
  told: number
  painted: number
}

/** A board of a large venue: the time from the answer to a start elsewhere until the board has painted it. */
export async function boardBenchmark({ cluster, rounds, quick }: Bench): Promise<Outcome[]> {
  const title = `dispatch board with ${VEHICLES} vehicles and ${ENTRIES} entries in line`
  const named = { benchmark: 'board', title } as const
  if (!existsSync(join(root, 'dist', 'web', 'index.html')))
    return [{ ...named, notMeasured: 'dist/web is missing; "npm run build" makes it' }]
  const browser = await startBrowser()
  if (typeof browser === 'string') return [{ ...named, notMeasured: browser }]
  const site = await openSite(cluster, 'bench_board')
  try {
    const cashier = await site.signIn('cashier')
    await addFloor(site.owner)
    await settle(site.owner)
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await openBoard(page, site)
    const board: number[] = []
    const told: number[] = []
    for (let round = -1; round < (quick ? 2 : rounds); round++) {
      for (let start = 0; start < STARTS; start++) {
        const seen = await startAndLook(page, site, cashier)
        if (round < 0) continue
        board.push(seen.painted)
        told.push(seen.told)
      }
    }
    return [
      {
        ...named,
        title: `${title}: from the answer to a start elsewhere`,
        unit: 'ms',
        subject: { name: 'until the board has painted it', figures: board },
        baselines: [{ name: 'until a bare socket has heard of it', figures: told.map((ms) => Math.max(ms, 1)) }],
        notes: ['wanted: within 300 ms'],
      },
    ]
  } finally {
    await site.close()
    await browser.close()
  }
}

async function openBoard(page: Page, { server }: Site): Promise<void> {
  await enterAsCashier(page, server.url, BOARD)
  await page
    .locator('.pl-floor-tile')
    .nth(VEHICLES - 1)
    .waitFor()
}

/** Starts a ride for a racer of a new name, and waits until that name has been painted. */
async function startAndLook(page: Page, { server, owner }: Site, { headers, user }: SignedInAs): Promise<Seen> {
  const racer = `r${newId().slice(-8)}`
  const { rows } = await owner.query<{ id: string; rule: string }>(
    `select v.id, (select id from consume_rule where org_code = $1 and consume_type = 'BALANCE' and active and laps > 0 limit 1) as rule
       from vehicle v where v.org_code = $1 and v.name like 'board %'
         and not exists (select from run g where g.vehicle_id = v.id and g.state = 'RUNNING') order by v.index_number, v.id limit 1`,
    [STORE],
  )
  const [free] = rows
  if (!free) throw new Error('no vehicle is free')
  const token = Object.values(headers)[0] ?? ''
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/websocket/${user.id}`, ['pitlane', token])
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const heard = new Promise<number>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      if (String(data).includes('vehicles')) resolve(Date.now())
    })
  })
  const painted = page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const watch = new MutationObserver(() => {
          if (!document.querySelector('.pl-floor')?.textContent?.includes(name)) return
          watch.disconnect()
          // The frame that shows it has ended when the next one begins.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(Date.now())))
        })
        watch.observe(document, { childList: true, subtree: true, characterData: true })
      }),
    racer,
  )
  const response = await fetch(`${server.url}/api${playBeforePay.add.path}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: newId() },
    body: JSON.stringify({
      consumeVehicleMode: 'circlemode',
      ruleId: free.rule,
      vehicleId: free.id,
      racer,
      people: 1,
    }),
  })
  const answered = Date.now()
  const answer = (await response.json()) as { success: boolean; message: string }
  if (!answer.success) throw new Error(answer.message)
  try {
    return { told: (await heard) - answered, painted: (await painted) - answered }
  } finally {
    socket.close()
  }
}

/** Vehicles, half of them driving, and a queue. */
async function addFloor(owner: pg.Client): Promise<void> {
  await owner.query('update store set trial_limit = -1 where org_code = $1', [STORE])
  await owner.query(
    `insert into vehicle (id, org_code, name) select uuidv7(), $1, 'board ' || n from generate_series(1, $2::integer) n`,
    [STORE, VEHICLES],
  )
  const play = `insert into play_record (id, org_code, created_at, state, ticket_no, queue_number, racer, rule_id, rule_name, consume_type,
      run_mode, laps, minutes, people, price_mode, price, vehicle_id, vehicle_name, operator_id, operator_name)`
  await owner.query(
    `with rule as (select id, name from consume_rule where org_code = $1 order by id limit 1),
       car as (select id, name from vehicle where org_code = $1 and name like 'board %' order by id limit $2::integer),
       play as (${play}
         select uuidv7(), $1, now(), 'CONSUMED', 'R' || car.name, 0, '神秘车手', rule.id, rule.name, 'NOCARDCONSUME', 'timermode', 0, 60, 1,
           'one', 6800, car.id, car.name, gen_random_uuid(), 'bench' from rule, car returning id, vehicle_id)
     insert into run (id, org_code, play_id, vehicle_id, run_mode, racer, started_by, state, started_at, ends_at)
       select gen_random_uuid(), $1, id, vehicle_id, 'timermode', '神秘车手', 'bench', 'RUNNING', now(), now() + interval '1 hour' from play`,
    [STORE, VEHICLES / 2],
  )
  await owner.query(
    `with rule as (select id, name from consume_rule where org_code = $1 order by id limit 1),
       play as (${play}
         select uuidv7(), $1, now(), 'CONSUMED', 'Q' || n, 90000 + n, '车手' || n, rule.id, rule.name, 'NOCARDCONSUME', 'circlemode', 5, 0, 1,
           'one', 6800, null, '', gen_random_uuid(), 'bench' from rule, generate_series(1, $2::integer) n returning id, queue_number)
     insert into queue_entry (id, org_code, play_id, business_day, number, state, created_at, place, expires_at, guest_key)
       select gen_random_uuid(), $1, id, current_date, queue_number, 'WAITING', now(), queue_number, now() + interval '1 day',
         gen_random_uuid() from play`,
    [STORE, ENTRIES],
  )
}
