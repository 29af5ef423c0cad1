import { readFile } from 'node:fs/promises'
import type { Bench } from './bench.ts'
import { startProgram } from './processes.ts'
import { type Outcome, seriesOf } from './report.ts'
import { openSite, type Site, settle } from './site.ts'
import type { Round } from './stats.ts'

const STORE = 'A01A01'
const BOXES = 1000
const EVERY_MS = 100
const LAP_EVERY_MS = 20_000
const BROKER_PORT = 21_883
const BARE_PORT = 21_884
const SECRET = 'a-password-of-a-box-in-a-benchmark'
/** Clock ticks per second in Linux's /proc. */
const TICKS_PER_SECOND = 100

/** A thousand vehicles, each with a box with credentials and an endless run. */
async function equip({ owner }: Site): Promise<{ id: string; run: string }[]> {
  await owner.query("select set_config('pitlane.scope', '', false), set_config('pitlane.scope_end', '~', false)")
  await owner.query(`insert into vehicle (id, org_code, name, index_number)
    select gen_random_uuid(), '${STORE}', 'bench ' || n, 1000 + n from generate_series(1, ${BOXES}) n`)
  await owner.query(`insert into device (id, org_code, serial_number, device_type, vehicle_id)
    select gen_random_uuid(), org_code, 'bench ' || id, 'VEHICLE', id from vehicle where name like 'bench %'`)
  await owner.query(`insert into device_access (device_id, org_code, secret_hash, created_by, created_at)
    select id, org_code, sha256('${SECRET}'), '', now() from device where serial_number like 'bench %'`)
  const { rows } = await owner.query<{ id: string; run: string }>(`
    with run as (insert into run (id, org_code, play_id, vehicle_id, run_mode, racer, state, started_at, started_by)
      select gen_random_uuid(), org_code, gen_random_uuid(), id, 'timermode', '', 'RUNNING', now(), ''
      from vehicle where name like 'bench %' returning id, vehicle_id)
    select d.id, run.id as run from run join device d on d.vehicle_id = run.vehicle_id`)
  return rows
}

async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The twelfth and thirteenth field after the name, which may contain any character.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return ((Number(user) + Number(system)) / TICKS_PER_SECOND) * 1000
}

/** One copy of the server with a thousand vehicles that send ten messages per second, against a broker that only forwards them. */
export async function vehiclesBenchmark({ cluster, loader, rounds, quick }: Bench): Promise<Outcome[]> {
  const env = { PITLANE_MQTT_URL: '', PITLANE_MQTT_PORT: String(BROKER_PORT), PITLANE_DEMO: '1' }
  const site = await openSite(cluster, 'bench_vehicles', env)
  const bare = await startProgram({
    script: new URL('./bare-broker.server.ts', import.meta.url).pathname,
    env: { BROKER_PORT: String(BARE_PORT) },
    readyPath: '/',
  })
  try {
    const boxes = (await equip(site)).map((box) => ({ ...box, orgCode: STORE, secret: SECRET }))
    await settle(site.owner)
    const { headers } = await site.signIn('cashier')
    const ms = quick ? 10_000 : 30_000
    const done: Record<'ours' | 'bare', Round[]> = { ours: [], bare: [] }
    const share: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
    const json = { 'Content-Type': 'application/json', ...headers }
    const stop = { method: 'POST', path: '/api/gateway/sysEmergency/stop', headers: json, body: '{}' } as const
    const load = { kind: 'boxes' as const, boxes, everyMs: EVERY_MS, lapEveryMs: LAP_EVERY_MS, ms }
    let lapsFrom = 0
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      for (const [name, port, pid] of [
        ['bare', BARE_PORT, bare.pid],
        ['ours', BROKER_PORT, site.server.pid],
      ] as const) {
        const before = await processorMs(pid)
        const began = performance.now()
        const asked = name === 'ours' ? { stop: { url: site.server.url, request: stop } } : {}
        const measured = await loader.run({ ...load, ...asked, broker: `mqtt://127.0.0.1:${port}`, lapsFrom })
        share[name].push((await processorMs(pid)) - before, performance.now() - began)
        done[name].push(measured)
        if (name === 'bare') continue
        lapsFrom += 1000
        await site.owner.query(
          "update emergency_stop set released_by = '', released_at = now() where released_at is null",
        )
      }
    }
    const { rows } = await site.owner.query<{ laps: number }>(
      "select count(*)::integer as laps from lap l join vehicle v on v.id = l.vehicle_id where v.name like 'bench %'",
    )
    const sent = done.ours.reduce((sum, { boxes: of }) => sum + (of?.laps ?? 0), 0)
    const unkept = done.ours.reduce((sum, { boxes: of }) => sum + (of?.unkept ?? 0), 0)
    if (rows[0]?.laps !== sent - unkept)
      throw new Error(`${sent} laps were sent, ${unkept} not confirmed, ${rows[0]?.laps} are stored`)
    const percent = ([processor = 0, passed = 1]: number[]): string => `${Math.round((processor / passed) * 100)} %`
    const worst = (pick: (of: NonNullable<Round['boxes']>) => number): number =>
      Math.max(...done.ours.map(({ boxes: of }) => (of ? pick(of) : Number.NaN)))
    const title = `${BOXES} vehicles, each ${1000 / EVERY_MS} messages a second and a lap each ${LAP_EVERY_MS / 1000} s, on one copy of the server`
    return [
      {
        benchmark: 'vehicles',
        title: `${title}: messages that it takes`,
        unit: '/s',
        subject: { ...seriesOf('server with its broker', done.ours, '/s', ({ perSecond }) => perSecond) },
        baselines: [{ name: 'bare aedes', figures: done.bare.map(({ perSecond }) => perSecond) }],
        notes: [
          'p50 and p99: from the line to the answer that the lap is stored, committed',
          `${sent} laps sent, ${unkept} not confirmed within 10 s, each confirmed one stored once`,
          `processor: server ${percent(share.ours)} of one core, bare aedes ${percent(share.bare)}`,
          `a thousand signed in within ${Math.round(worst(({ connectedMs }) => connectedMs))} ms at most`,
          `emergency stop in the middle of it: ${Math.min(...done.ours.map(({ boxes: of }) => of?.told ?? 0))} boxes stopped, the last ${Math.round(worst(({ lastMs }) => lastMs))} ms after the press (wanted: 500)`,
        ],
      },
    ]
  } finally {
    await bare.stop()
    await site.close()
  }
}
