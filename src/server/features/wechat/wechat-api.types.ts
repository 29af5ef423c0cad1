import type { MenuButton, WechatKind } from '#shared/features/wechat/wechat-accounts.schema.ts'

/** A token of WeChat with its remaining validity. */
export interface IssuedToken {
  token: string
  seconds: number
}

export interface NewTemplateMessage {
  /** Our id: WeChat drops a repetition. */
  id: string
  openid: string
  templateId: string
  /** The page that it opens; empty: none. */
  page: string
  fields: Readonly<Record<string, string>>
}

export interface NewQrCode {
  scene: string
  /** The page of a mini-app that it opens. */
  page: string
}

/** What a QR code contains: text to render, or the picture of a mini-app code. */
export type IssuedQrCode = { content: string } | { picture: Buffer }

/**
 * The calls of WeChat for one account, modelled on its documentation. Each throws `WechatRefusal` or `WechatUnreachable`.
 *
 * Calls with `accessToken` are made through `withToken`, which renews an expired one.
 */
export interface WechatApi {
  /** `isForced` invalidates the current token, which WeChat allows rarely. */
  accessToken(isForced: boolean): Promise<IssuedToken>
  /** The ticket that JS-SDK signatures are made with. */
  jsTicket(accessToken: string): Promise<IssuedToken>
  createMenu(accessToken: string, menu: readonly MenuButton[]): Promise<void>
  /** Returns WeChat's message id; empty if it names none. */
  sendTemplate(accessToken: string, message: NewTemplateMessage): Promise<string>
  createQrCode(accessToken: string, code: NewQrCode): Promise<IssuedQrCode>
  /** The openid of a user, by a code of the web authorization or of a mini-app's sign-in; a code works once. */
  openidOf(code: string): Promise<string>
}

/** An account with its opened secrets. */
export interface WechatAccess {
  kind: WechatKind
  orgCode: string
  appId: string
  sandbox: boolean
  secret: string
}

/** WeChat answered with an error code. */
export class WechatRefusal extends Error {
  readonly errcode: number

  constructor(errcode: number, message: string) {
    super(`WeChat ${errcode} ${message}`.trim())
    this.errcode = errcode
  }
}

/** No usable answer, so the result is unknown. */
export class WechatUnreachable extends Error {}
