import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import { WechatRefusal, WechatUnreachable } from './wechat-api.types.ts'

/** Error codes for a token that is invalid, expired, or of the wrong form. */
const TOKEN_CODES = new Set([40001, 40014, 42001])

const codes: Readonly<Record<number, ErrorCode>> = {
  [-1]: 'wechat.busy',
  40001: 'wechat.secretWrong',
  40002: 'wechat.secretWrong',
  40003: 'wechat.openidUnknown',
  40013: 'wechat.appIdWrong',
  40029: 'wechat.codeInvalid',
  40037: 'wechat.templateUnknown',
  40125: 'wechat.secretWrong',
  40163: 'wechat.codeInvalid',
  40164: 'wechat.addressNotAllowed',
  40226: 'wechat.userBlocked',
  41030: 'wechat.pageUnknown',
  43004: 'wechat.notSubscribed',
  43101: 'wechat.userDeclined',
  43116: 'wechat.templateUnknown',
  45009: 'wechat.limit',
  45011: 'wechat.limit',
  45029: 'wechat.tooManyCodes',
  47003: 'wechat.fieldRefused',
  48001: 'wechat.notAllowed',
}
const FIRST_MENU_CODE = 40015
const LAST_MENU_CODE = 40028

/** Refusals that a later attempt meets again. */
const FINAL = new Set<ErrorCode>([
  'wechat.openidUnknown',
  'wechat.templateUnknown',
  'wechat.pageUnknown',
  'wechat.notSubscribed',
  'wechat.userDeclined',
  'wechat.fieldRefused',
])

/** Whether WeChat refused the access token, so that another one helps. */
export const isTokenRefused = (error: unknown): error is WechatRefusal =>
  error instanceof WechatRefusal && TOKEN_CODES.has(error.errcode)

/** The form fields that two refusals are about. */
const fields: Partial<Record<ErrorCode, string>> = { 'wechat.appIdWrong': 'appId', 'wechat.secretWrong': 'secret' }

/** The error as the caller sees it; other errors stay as they are. */
export function toWechatError(error: unknown): unknown {
  if (error instanceof WechatUnreachable) return new AppError('wechat.unreachable')
  if (!(error instanceof WechatRefusal)) return error
  const { errcode, message } = error
  const isMenu = errcode >= FIRST_MENU_CODE && errcode <= LAST_MENU_CODE
  const code = codes[errcode] ?? (isMenu ? 'wechat.menuRefused' : 'wechat.refused')
  const field = fields[code]
  return new AppError(code, { errcode, reason: message, ...(field ? { field } : {}) })
}

/** Whether a message must not be sent again after this error. */
export const isFinal = (error: AppError): boolean => FINAL.has(error.code)
