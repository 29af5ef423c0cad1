import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { route } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { Day } from '#shared/core/time.ts'
import { CurrentUser } from '#shared/features/access/access.schema.ts'
import { Mobile, NewPassword } from '#shared/features/access/password.calc.ts'
import { CheckKey, LoginResult, RememberMe } from './sign-in.contract.ts'

const Username = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\d._@-]{2,64}$/u, wrong('input.account'))
const Code = line(16, 1)

/** Old, new and repeated password of the signed-in user; `username` is optional and must be that user's. */
const OwnPasswordInput = z.object({
  username: line(64).nullish(),
  oldpassword: exact(128, 1),
  /** Empty and weak passwords have different errors, as in the API family. */
  password: z.union([z.literal(''), NewPassword]),
  confirmpassword: exact(128),
})

const PasswordReset = z.object({ username: Username, password: NewPassword, smscode: Code, phone: Mobile })

const OneOf = z.object({
  username: line(64).optional(),
  phone: line(32).optional(),
  email: line(128).optional(),
})

/** Calls for a user's own account, most of them before sign-in (spec §6, §7 Auth and Passwords). */
export const account = {
  randomImage: route({
    method: 'GET',
    path: '/sys/randomImage/:checkKey',
    summary: 'A captcha of four characters, valid for 60 seconds under the client’s key',
    access: 'public',
    params: z.object({ checkKey: exact(64, 1) }),
    result: z.string(),
  }),
  checkCaptcha: route({
    method: 'POST',
    path: '/sys/checkCaptcha',
    summary: 'Checks the characters of a captcha; a wrong answer invalidates it',
    access: 'public',
    body: z.object({ captcha: Code, checkKey: CheckKey.transform(String) }),
    result: z.null(),
  }),
  sms: route({
    method: 'POST',
    path: '/sys/sms',
    summary: 'Sends a code to a phone: smsmode 0 sign-in, 1 register, 2 reset the password',
    access: 'public',
    body: z.object({
      mobile: z.literal('').or(Mobile),
      smsmode: z.union([z.enum(['0', '1', '2']), z.literal([0, 1, 2])]).transform(String),
    }),
    result: z.null(),
    message: 'message.account.smsSent',
  }),
  phoneLogin: route({
    method: 'POST',
    path: '/sys/phoneLogin',
    summary: 'Signs in by phone and code; JSON or form',
    access: 'public',
    body: z.object({
      mobile: Mobile,
      captcha: Code,
      remember_me: RememberMe.nullish(),
    }),
    result: LoginResult,
    message: 'message.auth.loggedIn',
    code: 200,
  }),
  casLogin: route({
    method: 'GET',
    path: '/cas/client/validateLogin',
    summary: 'Signs in by a ticket of the configured CAS server',
    access: 'public',
    query: z.object({ ticket: z.string().regex(/^[\w.-]{1,512}$/), service: exact(1024).pipe(z.url()) }),
    result: LoginResult,
    message: 'message.auth.loggedIn',
    code: 200,
  }),
  register: route({
    method: 'POST',
    path: '/sys/user/register',
    summary: 'Registers an account without a store',
    access: 'public',
    body: z.object({
      username: Username,
      password: NewPassword,
      phone: Mobile,
      email: z.union([z.literal(''), z.email().max(128)]).nullish(),
      smscode: Code,
    }),
    result: z.null(),
    message: 'message.account.registered',
  }),
  checkOnlyUser: route({
    method: 'GET',
    path: '/sys/user/checkOnlyUser',
    summary:
      'Fails if an account name, phone or e-mail address is taken; only for users who may add users, others always succeed',
    access: 'public',
    query: OneOf,
    result: z.boolean(),
  }),
  querySysUser: route({
    method: 'GET',
    path: '/sys/user/querySysUser',
    summary: 'Password reset, step 1: returns the given name or phone, whether or not it exists',
    access: 'public',
    query: OneOf,
    result: z.object({ username: z.string(), phone: z.string() }),
  }),
  phoneVerification: route({
    method: 'POST',
    path: '/sys/user/phoneVerification',
    summary: 'Password reset, step 2: checks the code without invalidating it, and returns it',
    access: 'public',
    body: z.object({ phone: Mobile, smscode: Code }),
    result: z.string(),
  }),
  passwordChange: route({
    method: 'POST',
    path: '/sys/user/passwordChange',
    summary: 'Password reset, step 3: sets the password with the code',
    access: 'public',
    body: PasswordReset,
    result: z.null(),
    message: 'message.account.passwordReset',
  }),
  passwordChangeByQuery: route({
    method: 'GET',
    path: '/sys/user/passwordChange',
    summary: 'The same for clients of the API family, which send the password in the query; our client never does',
    access: 'public',
    query: PasswordReset,
    result: z.null(),
    message: 'message.account.passwordReset',
  }),
  updatePassword: route({
    method: ['POST', 'PUT'],
    path: '/sys/user/updatePassword',
    summary: "Changes the caller's password and revokes all tokens of the caller",
    access: 'signedIn',
    body: OwnPasswordInput,
    result: z.null(),
    message: 'message.account.passwordUpdated',
  }),
  changeRefundPassword: route({
    method: ['POST', 'PUT'],
    path: '/sys/user/changRefundPassword',
    summary: "Changes the caller's refund password; if none is set, the old password is the sign-in password",
    access: 'signedIn',
    body: OwnPasswordInput,
    result: z.null(),
    message: 'message.account.refundPasswordUpdated',
  }),
  changeCashierPassword: route({
    method: 'POST',
    path: '/sys/user/changeCashierPassword',
    summary: "Changes the caller's cashier password; if none is set, the old password is the sign-in password",
    access: 'signedIn',
    body: OwnPasswordInput,
    result: z.null(),
    message: 'message.account.cashierPasswordUpdated',
  }),
  signIns: route({
    method: 'GET',
    path: '/sys/user/signIns',
    summary: "The caller's active sign-ins, newest first",
    access: 'signedIn',
    result: z.array(
      z.object({
        time: z.string(),
        address: z.string(),
        /** User agent of the browser or terminal. */
        agent: z.string(),
        storeName: z.string().nullable(),
        /** Whether it is the caller's session. */
        isCurrent: z.boolean(),
      }),
    ),
  }),
  signOutElsewhere: route({
    method: 'POST',
    path: '/sys/user/signOutElsewhere',
    summary: "Ends the caller's other sign-ins and returns their number",
    access: 'signedIn',
    result: z.object({ ended: z.number().int() }),
    message: 'message.account.signedOutElsewhere',
  }),
  profile: route({
    method: 'GET',
    path: '/sys/user/profile',
    summary: "The caller's profile fields that the caller may change",
    access: 'signedIn',
    result: z.object({
      ...CurrentUser.pick({
        id: true,
        username: true,
        realname: true,
        nickname: true,
        avatar: true,
        phone: true,
        rolesname: true,
      }).shape,
      sex: z.number().int().nullable(),
      birthday: z.string().nullable(),
      email: z.string(),
      post: z.string(),
      hasRefundPassword: z.boolean(),
      hasCashierPassword: z.boolean(),
    }),
  }),
  editProfile: route({
    method: ['PUT', 'POST'],
    path: '/sys/user/editSlefInfo',
    summary: "Changes the caller's name, nickname, picture, sex, birthday and e-mail address; other fields are ignored",
    access: 'signedIn',
    body: z.object({
      realname: line(64, 1).optional(),
      nickname: line(64).optional(),
      avatar: address(512).optional(),
      sex: z.union([z.literal([1, 2]), z.enum(['1', '2']).transform(Number)]).nullish(),
      birthday: Day.nullish(),
      email: z.union([z.literal(''), z.email().max(128)]).optional(),
    }),
    result: z.null(),
    message: 'message.account.updated',
  }),
}
