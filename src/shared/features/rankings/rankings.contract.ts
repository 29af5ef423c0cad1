import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { Day, WireTime } from '#shared/core/time.ts'
import { Ranking, RankingBoard, RankingPeriod, RankingVoid, VoidedPeriod } from './ranking.schema.ts'

const PATH = '/ranking/sysRanking'
const OfStore = z.object({ sysOrgCode: exact(64).optional() })

/** Rankings of best laps and voids of their periods (spec §4). */
export const rankings = onScreen('ranking', {
  boards: route({
    method: 'GET',
    path: `${PATH}/boards`,
    summary: 'The rankings of a store: its vehicle types with the participating rules',
    access: 'ranking:list',
    query: OfStore,
    result: z.array(RankingBoard),
  }),
  query: route({
    method: 'GET',
    path: `${PATH}/query`,
    summary: 'The current ranking, or for a past period the published and corrected one; null if there is none',
    access: 'ranking:list',
    query: OfStore.extend({
      period: RankingPeriod.default('day'),
      day: Day.optional(),
      vehicleType: exact(64).optional(),
      ruleId: familyField(z.uuid().optional()),
      version: z.coerce.number().int().min(1).max(100_000).optional(),
      /** `screen`: of today, only the results since the big screen was cleared. */
      shown: z.enum(['all', 'screen']).default('all'),
    }),
    result: Ranking.nullable(),
  }),
  voids: route({
    method: 'GET',
    path: `${PATH}/voids`,
    summary: 'The voided periods of a store, newest first',
    access: 'ranking:list',
    query: OfStore,
    result: z.array(RankingVoid),
  }),
  void: route({
    method: 'POST',
    path: `${PATH}/void`,
    summary: 'Voids the results of a week, month or quarter; they count for no ranking',
    access: 'ranking:void',
    body: OfStore.extend({ period: VoidedPeriod, day: Day, reason: line(200, 1) }),
    result: z.object({ id: z.uuid(), from: Day, until: Day }),
    message: 'message.ranking.voided',
    idempotent: {},
  }),
  takeBack: route({
    method: 'POST',
    path: `${PATH}/takeBack`,
    summary: 'Revokes a void; its results count again',
    access: 'ranking:void',
    body: OfStore.extend({ id: z.uuid(), reason: line(200, 1) }),
    result: z.object({ id: z.uuid(), from: Day, until: Day }),
    message: 'message.ranking.takenBack',
    idempotent: {},
  }),
  clearToday: route({
    method: 'POST',
    path: `${PATH}/clearToday`,
    summary: 'Clears today’s results on the big screen; runs and rankings stay',
    access: 'ranking:clear',
    body: OfStore,
    result: z.object({ clearedTime: WireTime }),
    message: 'message.ranking.cleared',
    idempotent: {},
  }),
})
