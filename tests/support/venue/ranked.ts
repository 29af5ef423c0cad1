import { newId } from '#shared/core/id.ts'
import { businessDay, daysAfter } from '#shared/core/time.ts'
import type { Ranking, RankingPeriod } from '#shared/features/rankings/ranking.schema.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { reportLap } from './driven.ts'
import { STORE, type Venue, venueOf } from './venue.ts'

export interface Board {
  vehicleType: string
  ruleId: string
}

type Asked = NonNullable<Parameters<TestClient['rankings']['query']>[0]['query']>

/** A server whose racers drive laps for rankings, on any day. */
export interface Rankings {
  server: TestServer
  venue: Venue
  cashier: TestClient
  manager: TestClient
  today(): string
  /** Noon in the store on another day; callers signed in before are signed in again. */
  goTo(day: string): Promise<void>
  goOn(days: number): Promise<void>
  /** A separate ranking, so that tests do not see each other's laps. */
  newBoard(given?: Parameters<Venue['rule']>[0]): Promise<Board>
  /** A run in progress. */
  begin(board: Board, racer: string, userId?: string): Promise<string>
  /** An ended run, with one lap of each of these times. */
  drive(board: Board, racer: string, times: number[], userId?: string): Promise<{ runId: string; drivenAt: Date }>
  ask(board: Board, period?: RankingPeriod, more?: Asked, by?: TestClient): Promise<Ranking | null>
  /** Racers with their times, the best first. */
  places(board: Board, period?: RankingPeriod, more?: Asked): Promise<[string, number][] | undefined>
}

export async function startRankings(): Promise<Rankings> {
  const server = await startTestServer()
  const venue = venueOf(server)
  await venue.setTrialLimit(-1)
  await venue.setHungLimit(1000)

  const rankings: Rankings = {
    server,
    venue,
    cashier: await server.signIn('cashier'),
    manager: await server.signIn('manager', STORE),
    today: () => businessDay(server.clock.now()),
    async goTo(day) {
      server.clock.set(new Date(`${day}T04:00:00Z`))
      rankings.cashier = await server.signIn('cashier')
      rankings.manager = await server.signIn('manager', STORE)
    },
    goOn: (days) => rankings.goTo(daysAfter(rankings.today(), days)),
    async newBoard(given = {}) {
      const { id: ruleId } = await venue.rule({ consumeType: 'BALANCE', ...given })
      return { vehicleType: '竞速车', ruleId }
    },
    async begin({ vehicleType, ruleId }, racer, userId = '') {
      const { id: vehicleId } = await venue.vehicle({ vehicleType })
      const body = venue.start({ ruleId, vehicleId, racer, userId })
      return (await rankings.cashier.playBeforePay.add({ key: newId(), body })).result.gameLogId
    },
    async drive(board, racer, times, userId) {
      const runId = await rankings.begin(board, racer, userId)
      for (const [index, ms] of times.entries()) await reportLap(server, { runId, number: index + 1, ms })
      const drivenAt = server.clock.now()
      await rankings.cashier.dispatch.stop({ body: { id: runId, now: true } })
      return { runId, drivenAt }
    },
    ask: async (board, period = 'day', more = {}, by = rankings.manager) =>
      (await by.rankings.query({ query: { ...board, period, ...more } })).result,
    async places(board, period, more) {
      const found = await rankings.ask(board, period, more)
      return found?.places.map(({ racer, ms }) => [racer, ms])
    },
  }
  return rankings
}
