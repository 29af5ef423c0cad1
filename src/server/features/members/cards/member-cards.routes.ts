import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { toWireTime } from '#shared/core/time.ts'
import { type MemberCard, memberCards } from '#shared/features/members/member-cards.contract.ts'
import { maskName } from '#shared/features/members/name.calc.ts'
import { cardEntry, cardsOf, type NamedCard } from './member-cards.repository.ts'
import { clearCard, replaceCard, reportLost, undoLost } from './member-cards.service.ts'

export function memberCardsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, memberCards, {
    list: ({ query, ctx }) => ctx.tx(async (trx) => (await cardsOf(trx, query.userId)).map(toCard)),
    check: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const { orgCode } = ctx.user
        return {
          phone: query.phone === undefined ? null : await holderOfPhone(trx, query.phone, orgCode),
          card: query.idCard === undefined ? null : await holderOfCard(trx, query.idCard, orgCode),
        }
      }),
    lost: ({ body, ctx }) => reportLost(deps, ctx, body),
    undoLost: ({ body, ctx }) => undoLost(deps, ctx, body),
    replace: ({ body, ctx }) => replaceCard(deps, ctx, body),
    clear: ({ body, ctx }) => clearCard(deps, ctx, body),
  })
}

const toCard = (card: NamedCard): MemberCard => ({
  id: card.id,
  userId: card.memberId,
  physicalCard: card.card,
  state: card.state,
  reason: card.reason,
  givenBy: card.givenName ?? card.givenBy,
  givenTime: toWireTime(card.givenAt),
  endedBy: card.endedName ?? card.endedBy ?? '',
  endedTime: card.endedAt && toWireTime(card.endedAt),
})

async function holderOfPhone(trx: Transaction, phone: string, orgCode: string) {
  const member = await trx
    .selectFrom('member')
    .select(['id', 'realname', 'nickname'])
    .where('phone', '=', phone)
    .where('orgCode', '=', orgCode)
    .where('mergedInto', 'is', null)
    .executeTakeFirst()
  return member ? { id: member.id, name: maskName(member.realname || member.nickname) } : null
}

async function holderOfCard(trx: Transaction, card: string, orgCode: string) {
  const entry = await cardEntry(trx, card)
  if (!entry || entry.orgCode !== orgCode) return null
  const member = await trx
    .selectFrom('member')
    .select(['id', 'realname', 'nickname'])
    .where('id', '=', entry.memberId)
    .where('orgCode', '=', orgCode)
    .executeTakeFirstOrThrow()
  return { id: member.id, name: maskName(member.realname || member.nickname), state: entry.state }
}
