import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { memberBookings } from '#shared/features/member-page/member-bookings.contract.ts'
import { memberHome } from '#shared/features/member-page/member-home.contract.ts'
import { memberOwn } from '#shared/features/member-page/member-own.contract.ts'
import { memberPage } from '#shared/features/member-page/member-page.contract.ts'
import { memberShop } from '#shared/features/member-page/member-shop.contract.ts'
import { memberWechat } from '#shared/features/member-page/member-wechat.contract.ts'
import { memberBookingsService } from './member-bookings.service.ts'
import { memberHomeService } from './member-home.service.ts'
import { memberOwnService } from './member-own.service.ts'
import { asStranger, memberSessionsService } from './member-sessions.service.ts'
import { memberShopService } from './member-shop.service.ts'
import { memberWechatService } from './member-wechat.service.ts'

export function memberPageRoutes(app: FastifyInstance, deps: Deps): void {
  const sessions = memberSessionsService(deps)
  mount(app, deps, memberPage, {
    store: ({ query, ctx }) => asStranger(deps, ctx, () => sessions.store(query.store)),
    code: ({ body, ctx }) => sessions.sendCode(body, ctx),
    signIn: ({ body, ctx }) => sessions.signIn(body, ctx),
    me: ({ ctx }) => sessions.me(ctx),
    sessions: ({ ctx }) => sessions.sessions(ctx),
    signOut: async ({ ctx }) => {
      await sessions.signOut(ctx, false)
      return null
    },
    signOutEverywhere: async ({ ctx }) => ({ ended: await sessions.signOut(ctx, true) }),
  })
  const home = memberHomeService(deps)
  mount(app, deps, memberHome, {
    home: ({ ctx }) => home.home(ctx),
    code: ({ ctx }) => home.code(ctx),
    rides: ({ query, ctx }) => home.rides(query.pageNo, ctx),
    orders: ({ query, ctx }) => home.orders(query.pageNo, ctx),
    recharges: ({ query, ctx }) => home.recharges(query.pageNo, ctx),
    bests: ({ ctx }) => home.bests(ctx),
    ranking: ({ query, ctx }) => home.ranking(query.period, ctx),
    queue: ({ ctx }) => home.queue(ctx),
    coupons: ({ ctx }) => home.coupons(ctx),
    things: ({ ctx }) => home.things(ctx),
  })
  const bookings = memberBookingsService(deps)
  mount(app, deps, memberBookings, {
    bookings: ({ ctx }) => bookings.bookings(ctx),
    sessions: ({ query, ctx }) => bookings.sessions(query.day, ctx),
    book: ({ body, ctx }) => bookings.book(body, ctx),
    cancel: ({ body, ctx }) => bookings.cancel(body.id, ctx),
  })
  const own = memberOwnService(deps)
  mount(app, deps, memberOwn, {
    own: ({ ctx }) => own.own(ctx),
    edit: ({ body, ctx }) => own.edit(body, ctx),
    picture: ({ ctx }) => own.picture(ctx),
    withdrawFace: ({ ctx }) => own.withdrawFace(ctx),
    passwordCode: ({ ctx }) => own.passwordCode(ctx),
    setPassword: ({ body, ctx }) => own.setPassword(body, ctx),
    requestDeletion: ({ body, ctx }) => own.requestDeletion(body.reason, ctx),
    withdrawDeletion: ({ ctx }) => own.withdrawDeletion(ctx),
  })
  const shop = memberShopService(deps)
  mount(
    app,
    deps,
    memberShop,
    {
      shop: ({ query, ctx }) => shop.shop({ isInWechat: query.inWechat === 'YES' }, ctx),
      recharge: ({ body, ctx }) => shop.recharge(body, ctx),
      buy: ({ body, ctx }) => shop.buy(body, ctx),
      giveUp: ({ body, ctx }) => shop.giveUp(body.id, ctx),
      purchase: ({ query, ctx }) => shop.purchase(query.id, ctx),
    },
    { selfKeyed: ['buy'] },
  )
  const wechat = memberWechatService(deps)
  mount(app, deps, memberWechat, {
    authorization: ({ query, ctx }) => asStranger(deps, ctx, () => wechat.authorization(query)),
    signIn: ({ body, ctx }) => wechat.signIn(body, ctx),
    bind: ({ body, ctx }) => wechat.bind(body.proof, ctx),
  })
}
