import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { done } from '#server/features/access/index.ts'
import { isTableCode, tableItems } from '#server/features/system/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { account } from '#shared/features/sign-in/account.contract.ts'
import { signIn } from '#shared/features/sign-in/sign-in.contract.ts'
import { accountService } from './account.service.ts'
import { menuService } from './menu.service.ts'
import { ownSignIns, signOutElsewhere } from './own-sign-ins.service.ts'
import { signInService } from './sign-in.service.ts'
import { type SmsMode, smsCodesService } from './sms-codes.service.ts'

export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  const codes = smsCodesService(deps)
  const service = signInService(deps, codes)
  const own = accountService(deps, codes)
  const menus = menuService(deps)
  mount(app, deps, signIn, {
    login: ({ body, ctx }) => service.signIn(body, ctx),
    mLogin: ({ body, ctx }) => service.signIn(body, ctx, true),
    getLoginUser: ({ params }) => service.holder(params.token),
    thirdLogin: async () => {
      throw new AppError('auth.thirdPartyOff')
    },
    getEnabledType: async () => ({ wechatEnterprise: false, dingtalk: false }) as const,
    tenants: async () => [],
    getEncryptedString: async () => ({ key: randomBytes(8).toString('hex'), iv: randomBytes(8).toString('hex') }),
    logout: ({ ctx }) => done(service.signOut(ctx)),
    permissions: ({ ctx }) => menus.permissions(ctx),
    currentDeparts: ({ ctx }) => service.stores(ctx),
    selectDepart: ({ body, ctx }) => service.chooseStore(body.orgCode, ctx),
    dictItems: ({ params, ctx }) =>
      isTableCode(params.code)
        ? tableItems(deps.registry.tableDictionaries, ctx, params.code)
        : deps.dictionaries.items(params.code, ctx.locale),
  })
  mount(app, deps, account, {
    randomImage: ({ params, ctx }) => service.captcha.picture(params.checkKey, ctx.ip),
    checkCaptcha: ({ body }) => done(service.captcha.check(body.checkKey, body.captcha)),
    sms: ({ body, ctx }) => done(codes.send(body.mobile, body.smsmode as SmsMode, ctx)),
    phoneLogin: ({ body, ctx }) => service.signInByPhone(body.mobile, body.captcha, ctx),
    casLogin: ({ query, ctx }) => service.signInByCas(query.ticket, query.service, ctx),
    register: ({ body, ctx }) => done(own.register(body, ctx)),
    checkOnlyUser: async ({ query, ctx }) => {
      await own.isFree(query, ctx)
      return true
    },
    querySysUser: ({ query, ctx }) => own.look(query, ctx),
    phoneVerification: async ({ body, ctx }) => {
      await codes.check({ phone: body.phone, mode: '2', code: body.smscode, keep: true }, ctx)
      return body.smscode
    },
    passwordChange: ({ body, ctx }) => done(own.resetPassword(body, ctx)),
    passwordChangeByQuery: ({ query, ctx }) => done(own.resetPassword(query, ctx)),
    updatePassword: ({ body, ctx }) => done(own.changePassword(body, ctx)),
    changeRefundPassword: ({ body, ctx }) => done(own.changeRefundPassword(body, ctx)),
    changeCashierPassword: ({ body, ctx }) => done(own.changeCashierPassword(body, ctx)),
    signIns: ({ ctx }) => ownSignIns(deps, ctx),
    signOutElsewhere: ({ ctx }) => signOutElsewhere(deps, ctx),
    profile: ({ ctx }) => own.profile(ctx),
    editProfile: ({ body, ctx }) => done(own.editProfile(body, ctx)),
  })
}
