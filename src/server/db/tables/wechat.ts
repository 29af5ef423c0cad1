import type { ColumnType, Generated } from 'kysely'
import type {
  CallbackMode,
  MenuButton,
  TargetPages,
  TemplateMapping,
  WechatKind,
  WechatTarget,
} from '#shared/features/wechat/wechat-accounts.schema.ts'
import type { WechatEventName } from '#shared/features/wechat/wechat-events.contract.ts'

type Json<T> = ColumnType<T, string, string>

interface WechatAccount {
  kind: WechatKind
  orgCode: string
  appId: string
  enabled: boolean
  sandbox: boolean
  /** JSON of the secrets, sealed. */
  keysSealed: string
  callbackMode: CallbackMode
  pages: Json<TargetPages>
  jsPages: string[]
  menu: Json<MenuButton[]>
  menuPublishedAt: Date | null
  templates: Json<TemplateMapping[]>
  updatedBy: Generated<string>
  updatedAt: Date
}

interface WechatToken {
  appId: string
  kind: 'access' | 'ticket'
  orgCode: string
  tokenSealed: Generated<string>
  endsAt: Date | null
  /** Which renewal is in progress, and until when no other begins. */
  claim: string | null
  claimUntil: Date | null
}

interface WechatEvent {
  id: string
  orgCode: string
  appId: string
  messageKey: string
  openid: string
  event: WechatEventName
  scene: Generated<string>
  happenedAt: Date
  createdAt: Date
}

interface MemberOpenid {
  openid: string
  appId: string
  orgCode: string
  memberId: string
  boundAt: Date
}

interface WechatQr {
  id: string
  orgCode: string
  name: string
  kind: WechatKind
  appId: string
  /** The chain whose account it is. */
  accountOrgCode: string
  scene: string
  target: WechatTarget
  targetId: string
  /** Text to render; empty if there is a picture. */
  content: string
  remark: string
  createdBy: string
  createdAt: Date
  updatedBy: string | null
  updatedAt: Date | null
}

interface WechatQrPicture {
  qrId: string
  orgCode: string
  picture: Buffer
}

interface WechatQrDay {
  qrId: string
  day: string
  orgCode: string
  scans: number
  follows: number
}

export interface WechatTables {
  wechatAccount: WechatAccount
  wechatToken: WechatToken
  wechatEvent: WechatEvent
  memberOpenid: MemberOpenid
  wechatQr: WechatQr
  wechatQrPicture: WechatQrPicture
  wechatQrDay: WechatQrDay
}
