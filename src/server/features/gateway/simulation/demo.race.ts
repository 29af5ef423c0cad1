import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/core/slice.ts'
import { DEMO_PASSWORD, demoStores } from '#server/db/seed/access.ts'
import { demoRacers, demoRules } from '#server/db/seed/venue.data.ts'
import { api } from '#shared/api.ts'
import { type Client, createClient, toServerError } from '#shared/core/client.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#shared/core/route.ts'

const CHECK_MS = 10_000
/** Time from the end of a heat to the next. */
const BREAK_MS = 20_000
const HEAT_SIZE = 3
/** Vehicles that a heat leaves free for users who try the counter. */
const VEHICLES_LEFT_FREE = 3
/** An id that no printer has, so that its tickets are not printed. */
const NO_PRINTER_ID = 'demo'

/** A client that calls this server as an external user would. */
function clientFor(app: FastifyInstance, token = ''): Client<typeof api> {
  return createClient(api, async ({ method, path, query = {}, body, key }) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      headers: {
        ...(token && { [TOKEN_HEADER]: token }),
        ...(key && { [IDEMPOTENCY_HEADER]: key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const envelope = answer.json<Envelope>()
    if (envelope.success !== true) throw toServerError(answer.statusCode, envelope)
    return envelope
  })
}

/** Starts test drives in the demo venue, heat after heat, so that the floor screens show activity. They count as tests, not as revenue. */
export function startDemoRace(app: FastifyInstance, { log }: Deps): { stop(): void } {
  const { orgCode } = demoStores.A01A01
  const rule = demoRules.find((one) => one.orgCode === orgCode && one.consumeType === 'TESTCARD')
  let client: Client<typeof api> | null = null
  let nextHeatAt = 0
  let isBusy = false

  const signIn = async (): Promise<Client<typeof api>> => {
    // Not as a cashier: one who sells and also test-drives all day stands out on the loss radar.
    const { result } = await clientFor(app).signIn.login({ body: { username: 'manager', password: DEMO_PASSWORD } })
    const signedIn = clientFor(app, result.token)
    await signedIn.signIn.selectDepart({ body: { orgCode } })
    return signedIn
  }

  const startHeat = async (): Promise<void> => {
    client ??= await signIn()
    const { vehicles } = (await client.dispatch.floor()).result
    const now = performance.now()
    if (vehicles.some(({ run }) => run !== null)) nextHeatAt = now + BREAK_MS
    if (now < nextHeatAt) return
    const free = vehicles.filter(({ state, isConnecte }) => state === 'idle' && isConnecte === 'YES')
    const heat = free.slice(0, Math.min(HEAT_SIZE, free.length - VEHICLES_LEFT_FREE))
    const starts: { id: string; vehicleId: string }[] = []
    for (const { id: vehicleId } of heat) {
      const racer = demoRacers[Math.floor(Math.random() * demoRacers.length)] ?? ''
      const mode = { consumeType: 'TESTCARD', consumeVehicleMode: 'circlemode', usageMode: 'lineup' } as const
      const { result } = await client.consume.add({
        key: newId(),
        body: { ...mode, sysDepartConsumeRoleId: rule?.id ?? '', vehicleId, racer, printId: NO_PRINTER_ID },
      })
      starts.push({ id: result.plays[0]?.id ?? '', vehicleId })
    }
    // In one call, so that they form a heat.
    if (starts.length > 0) await client.queue.start({ key: newId(), body: { starts } })
  }

  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    startHeat()
      .catch((error: unknown) => {
        // The user may have changed the password or stopped the vehicles; that is allowed.
        log.debug({ err: error }, 'no heat in the demo venue')
        client = null
      })
      .finally(() => {
        isBusy = false
      })
  }, CHECK_MS).unref()
  return { stop: () => clearInterval(timer) }
}
