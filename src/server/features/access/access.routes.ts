import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { isTableCode, tableItems } from '#server/features/system/index.ts'
import { access } from '#shared/features/access/access.contract.ts'
import { account } from '#shared/features/access/account.contract.ts'
import { accountService } from './account.service.ts'
import { done } from './entities.view.ts'
import { menuService } from './menu.service.ts'
import { signInService } from './sign-in.service.ts'
import { type SmsMode, smsCodesService } from './sms-codes.service.ts'

export function accessRoutes(app: FastifyInstance, deps: Deps): void {
  const codes = smsCodesService(deps)
  const signIn = signInService(deps, codes)
  const own = accountService(deps, codes)
  const menus = menuService(deps)
  mount(app, deps, access, {
    login: ({ body, ctx }) => signIn.signIn(body, ctx),
    mLogin: ({ body, ctx }) => signIn.signIn(body, ctx, true),
    getLoginUser: ({ params }) => signIn.holder(params.token),
    getEncryptedString: async () => ({ key: randomBytes(8).toString('hex'), iv: randomBytes(8).toString('hex') }),
    logout: ({ ctx }) => done(signIn.signOut(ctx)),
    permissions: ({ ctx }) => menus.permissions(ctx),
    currentDeparts: ({ ctx }) => signIn.stores(ctx),
    selectDepart: ({ body, ctx }) => signIn.chooseStore(body.orgCode, ctx),
    dictItems: ({ params, ctx }) =>
      isTableCode(params.code) ? tableItems(ctx, params.code) : deps.dictionaries.items(params.code, ctx.locale),
  })
  mount(app, deps, account, {
    randomImage: ({ params }) => signIn.captcha.picture(params.checkKey),
    checkCaptcha: ({ body }) => done(signIn.captcha.check(body.checkKey, body.captcha)),
    sms: ({ body, ctx }) => done(codes.send(body.mobile, body.smsmode as SmsMode, ctx)),
    phoneLogin: ({ body, ctx }) => signIn.signInByPhone(body.mobile, body.captcha, ctx),
    casLogin: ({ query, ctx }) => signIn.signInByCas(query.ticket, query.service, ctx),
    register: ({ body, ctx }) => done(own.register(body, ctx)),
    checkOnlyUser: async ({ query, ctx }) => {
      await own.isFree(query, ctx)
      return true
    },
    querySysUser: ({ query, ctx }) => own.look(query, ctx),
    phoneVerification: async ({ body }) => {
      await codes.check(body.phone, '2', body.smscode, true)
      return body.smscode
    },
    passwordChange: ({ body, ctx }) => done(own.resetPassword(body, ctx)),
    passwordChangeByQuery: ({ query, ctx }) => done(own.resetPassword(query, ctx)),
    updatePassword: ({ body, ctx }) => done(own.changePassword(body, ctx)),
    changRefundPassword: ({ body, ctx }) => done(own.changeRefundPassword(body, ctx)),
    profile: ({ ctx }) => own.profile(ctx),
    editSlefInfo: ({ body, ctx }) => done(own.editProfile(body, ctx)),
  })
}
