import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { refuseEndedCard } from '#server/features/members/cards/member-cards.repository.ts'
import { levelKey, standingsOf } from '#server/features/members/levels/member-levels.repository.ts'
import { AppError } from '#shared/core/errors.ts'
import { members } from '#shared/features/members/members.contract.ts'
import { memberCachePage } from './member-cache.service.ts'
import { memberOfCode } from './member-code.service.ts'
import { findMember, holdingsOf, type MemberRow, searchMembers } from './members.repository.ts'
import { SEE_PHONES, toMember } from './members.view.ts'
import { withOfflineValue } from './offline-value.service.ts'
import { learnServedVisitors, shownVisitors } from './visitors.service.ts'

export function membersRoutes(app: FastifyInstance, deps: Deps): void {
  learnServedVisitors(deps)
  mount(app, deps, members, {
    searchMemberById: async ({ query, ctx }) => {
      const own = await ctx.tx(async (trx) => {
        const row =
          (await memberOfCode(deps, trx, query.idCard ?? '')) ??
          (await findMember(trx, { card: query.idCard, id: query.id }))
        if (!row) {
          if (query.idCard !== undefined) await refuseEndedCard(trx, query.idCard)
          return null
        }
        const holdings = await holdingsOf(trx, [row.id], deps.clock())
        const standing = (await standingsOf(trx, [row])).get(levelKey(row.orgCode, row.id))
        const member = toMember(row, holdings, ctx.user.actions.has(SEE_PHONES), deps.clock(), standing)
        const [withValue = member] = await withOfflineValue(deps, trx, [member])
        return withValue
      })
      if (own) return own
      const visitors = await shownVisitors(deps, ctx, { card: query.idCard, id: query.id ?? query.idCard })
      return visitors.length === 1 ? (visitors[0] ?? null) : null
    },
    keep: async ({ body, ctx }) => {
      if ((await ctx.terminal()) === null) throw new AppError('terminals.notEnrolled')
      return ctx.tx((trx) => memberCachePage(deps, ctx, trx, body))
    },
    search: async ({ query, ctx }) => {
      const found = await ctx.tx(async (trx) => {
        const page = await searchMembers(trx, query)
        const now = deps.clock()
        const ids = page.records.map(({ id }) => id)
        const holdings = await holdingsOf(trx, ids, now)
        const seesPhones = ctx.user.actions.has(SEE_PHONES)
        const standings = await standingsOf(trx, page.records)
        const shown = (row: MemberRow) =>
          toMember(row, holdings, seesPhones, now, standings.get(levelKey(row.orgCode, row.id)))
        return { ...page, records: await withOfflineValue(deps, trx, page.records.map(shown)) }
      })
      const { keyword, visitors } = query
      if (found.total > 0 || keyword === undefined || visitors !== 'YES') return found
      const records = await shownVisitors(deps, ctx, { id: keyword, card: keyword, phone: keyword })
      return { ...found, records, total: records.length }
    },
  })
}
