import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { exact, line, wrong } from '#shared/core/text.ts'

/** A public account sends and receives messages; a mini-app is a program inside WeChat. */
export const WechatKind = z.enum(['official', 'miniApp'])
export type WechatKind = z.infer<typeof WechatKind>

/** Whether callbacks arrive encrypted (`safe`) or as plain XML. */
export const CallbackMode = z.enum(['safe', 'plain'])
export type CallbackMode = z.infer<typeof CallbackMode>

/** What a QR code, a menu or a message leads to. */
export const WechatTarget = z.enum(['store', 'member', 'event', 'promoter'])
export type WechatTarget = z.infer<typeof WechatTarget>

const AppId = z.string().regex(/^(wx[0-9a-f]{16})?$/, wrong('input.wechatAppId'))

/** An address for a public account, a path like `pages/store/index` for a mini-app; empty: none. */
const TargetPage = address(512)
export const TargetPages = z.object({ store: TargetPage, member: TargetPage, event: TargetPage, promoter: TargetPage })
export type TargetPages = z.infer<typeof TargetPages>

const buttonFields = z.object({
  // Lengths in bytes are checked by `menuProblem`, which names the button.
  name: line(60),
  type: z.enum(['click', 'view', 'miniprogram']),
  /** What the callback receives, for `click`. */
  key: exact(300).optional(),
  /** The page, for `view`; for `miniprogram` the page of old clients. */
  url: address(2000).optional(),
  appId: AppId.optional(),
  pagePath: exact(512).optional(),
})
/** A button of the menu; one with children has no action of its own. */
export const MenuButton = buttonFields.extend({ children: z.array(buttonFields).max(20) })
export type MenuButton = z.infer<typeof MenuButton>
export type MenuLeaf = z.infer<typeof buttonFields>
const Menu = z.array(MenuButton).max(20)

/** Which template of WeChat a message of ours is sent by, and how its fields are filled. */
export const TemplateMapping = z.object({
  /** The code of our template. */
  templateCode: line(64, 1),
  templateId: exact(128, 1).regex(/^[\w-]+$/, wrong('input.wechatTemplateId')),
  target: z.union([z.literal(''), WechatTarget]),
  fields: z
    .array(
      z.object({
        name: exact(32, 1).regex(/^[a-zA-Z]\w*$/, wrong('input.wechatField')),
        /** Text with variables such as `${name}`. */
        value: line(200, 1),
      }),
    )
    .min(1)
    .max(20),
})
export type TemplateMapping = z.infer<typeof TemplateMapping>

/** Secrets that no response contains. */
export const WechatSecrets = z.object({
  secret: z.string().regex(/^([0-9a-zA-Z]{16,64})?$/, wrong('input.wechatSecret')),
  /** Signs callbacks. */
  callbackToken: z.string().regex(/^([0-9a-zA-Z]{3,32})?$/, wrong('input.wechatToken')),
  /** Encrypts callbacks; 43 characters. */
  callbackKey: z.string().regex(/^([0-9a-zA-Z]{43})?$/, wrong('input.wechatAesKey')),
})
export type WechatSecrets = z.infer<typeof WechatSecrets>
type WechatSecretName = keyof WechatSecrets

/** The secrets that each kind of account has; only the first is always needed. */
export const secretsOf: Record<WechatKind, readonly WechatSecretName[]> = {
  official: ['secret', 'callbackToken', 'callbackKey'],
  miniApp: ['secret'],
}

/** Settings of an account that the API returns. */
export const WechatSettings = z.object({
  enabled: z.boolean(),
  /** Calls go to our sandbox, which sends nothing. */
  sandbox: z.boolean(),
  appId: AppId,
  callbackMode: CallbackMode,
  pages: TargetPages,
  /** Beginnings of addresses whose pages may use the JS-SDK. */
  jsPages: z.array(address(512, 1)).max(20),
  menu: Menu,
  templates: z.array(TemplateMapping).max(50),
})
export type WechatSettings = z.infer<typeof WechatSettings>
