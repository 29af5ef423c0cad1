import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { WechatKind, WechatTarget } from './wechat-accounts.schema.ts'

const changeable = z.object({ qrName: line(60, 1), remark: line(200) })

const qrFields = changeable.extend({
  wechatKind: WechatKind,
  /** What callbacks and sign-ins report as the source. */
  scene: z.string().regex(/^[0-9A-Za-z_-]{1,32}$/, wrong('input.wechatScene')),
  wechatTarget: WechatTarget,
  /** The event or promoter; empty for the others. */
  targetId: exact(64),
})

export const newWechatQr = { remark: '', wechatKind: 'official', wechatTarget: 'store', targetId: '' } as const

const marks = {
  qrName: { kind: 'text', label: 'wechatQr.name', sort: true, sheet: true },
  wechatKind: { kind: 'text', label: 'wechatAccount.kind', sheet: true, dict: 'wechat_kind' },
  scene: { kind: 'text', label: 'wechatEvent.scene', sort: true, sheet: true },
  wechatTarget: { kind: 'text', label: 'wechatQr.target', sheet: true, dict: 'wechat_target' },
  targetId: { kind: 'text', label: 'wechatQr.targetId', sheet: true },
  content: { kind: 'text', label: 'wechatQr.content', unsearched: true, sheet: true },
  scanCount: { kind: 'number', label: 'wechatQr.scans', unsearched: true, sheet: true },
  followCount: { kind: 'number', label: 'wechatQr.follows', unsearched: true, sheet: true },
  appId: { kind: 'text', label: 'wechatAccount.appId', sheet: true },
  remark: { kind: 'text', label: 'wechatQr.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** QR codes of a store or chain. Adding one asks WeChat for it; scene and target are part of the code. */
export const wechatQrResource = resource({
  path: '/wechat/sysWechatQr',
  permission: 'wechatqr',
  noun: 'WeChat QR codes',
  entity: entity(
    qrFields.extend({
      sysOrgCode: z.string(),
      appId: z.string(),
      /** The text to render; empty for a mini-app code, which is a picture. */
      content: z.string(),
      scanCount: z.number().int(),
      /** Scans by which a user followed the account. */
      followCount: z.number().int(),
    }),
  ),
  create: qrFields.extend({
    remark: changeable.shape.remark.default(newWechatQr.remark),
    targetId: qrFields.shape.targetId.default(newWechatQr.targetId),
  }),
  update: changeable,
  ...fieldsOf(marks),
})

export const wechatQrSheet: Sheet = { title: 'sheet.wechatQr', columns: sheetColumnsOf(marks) }

const { exportXls } = excelRoutes(wechatQrResource)

export const wechatQrCodes = {
  ...crudRoutes(wechatQrResource),
  exportXls,
  picture: route({
    method: 'GET',
    path: '/wechat/sysWechatQr/picture',
    summary: 'The picture of a mini-app code as a data URL',
    access: 'wechatqr:list',
    query: z.object({ id: z.uuid() }),
    result: z.object({ picture: z.string().max(3_000_000) }),
  }),
  days: route({
    method: 'GET',
    path: '/wechat/sysWechatQr/days',
    summary: 'Scans of a code by business day, the last 30 days, oldest first',
    access: 'wechatqr:list',
    query: z.object({ id: z.uuid() }),
    result: z.array(z.object({ day: z.string(), scans: z.number().int(), follows: z.number().int() })).max(30),
  }),
}
