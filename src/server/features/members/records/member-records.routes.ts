import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { walletsOf } from '#server/features/ledger/index.ts'
import { SEE_PHONES } from '#server/features/members/members.view.ts'
import { memberRecords } from '#shared/features/members/member-records.contract.ts'
import { memberFields } from '#shared/features/members/member-records.schema.ts'
import { type ListedMember, pageOfMembers } from './member-records.repository.ts'
import { memberRecordsService } from './member-records.service.ts'
import { memberSheetHandlers } from './member-records.sheet.ts'
import { toMemberRecord } from './member-records.view.ts'

/** Mounts the member records of a venue. */
export function memberRecordsRoutes(app: FastifyInstance, deps: Deps): void {
  const service = memberRecordsService(deps)

  const shown = async (trx: Transaction, rows: readonly ListedMember[], { user, locale }: CallContext) => {
    const wallets = await walletsOf(
      trx,
      rows.map(({ id }) => id),
    )
    const sight = { phones: user.actions.has(SEE_PHONES), open: deps.sealer.open }
    const records = rows.map((row) => toMemberRecord(row, wallets, sight))
    return withDictTexts(deps.dictionaries, memberFields.dict, records, locale)
  }

  mount(app, deps, memberRecords, {
    ...memberSheetHandlers(deps, service),
    list: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const page = await pageOfMembers(trx, ctx.user, query, await service.listed(trx, ctx.user))
        return { ...page, records: await shown(trx, page.records, ctx) }
      }),
    queryById: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const [record] = await shown(trx, [await service.requireMember(trx, ctx, query.id)], ctx)
        // One row in, one row out.
        return record as NonNullable<typeof record>
      }),
    checkOnlyMember: ({ query, ctx }) => service.check(query, ctx),
    add: ({ body: { promoterCode, ...given }, ctx }) =>
      ctx.tx(async (trx) => {
        const added = await service.add(given, ctx)
        if (promoterCode !== undefined)
          for (const bind of deps.registry.referredMembers)
            await bind(trx, { memberId: added.id, promoterCode }, ctx, deps)
        return added
      }),
    edit: ({ body, ctx }) => service.edit(body, ctx),
    freezeBatch: ({ body, ctx }) => service.freeze(body, ctx),
    setPassword: ({ body, ctx }) => service.setPassword(body, ctx),
    showIdCard: ({ body, ctx }) => service.showIdCard(body.id, ctx),
  })
}
