import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { WireTime } from '#shared/core/time.ts'

/** What users did with a public account. */
export const WechatEventName = z.enum(['subscribe', 'unsubscribe', 'scan'])
export type WechatEventName = z.infer<typeof WechatEventName>

const eventFields = z.object({
  wechatEvent: WechatEventName,
  scene: z.string(),
  openid: z.string(),
  appId: z.string(),
  happenedTime: WireTime,
})

const marks = {
  wechatEvent: { kind: 'text', label: 'wechatEvent.event', dict: 'wechat_event', sheet: true },
  scene: { kind: 'text', label: 'wechatEvent.scene', sheet: true },
  openid: { kind: 'text', label: 'member.openid', sheet: true },
  appId: { kind: 'text', label: 'wechatAccount.appId', sheet: true },
  happenedTime: { kind: 'time', label: 'wechatEvent.happened', sort: true, sheet: true },
  createTime: { kind: 'time', label: 'wechatEvent.received', sort: true },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Events that public accounts have pushed. Nobody writes them but the callback. */
export const wechatEventResource = resource({
  path: '/wechat/sysWechatEvent',
  permission: 'wechatevent',
  noun: 'events of public accounts',
  entity: entity(eventFields.extend({ sysOrgCode: z.string() })),
  create: z.object({}),
  update: z.object({}),
  ...fieldsOf(marks),
})

export const wechatEventSheet: Sheet = { title: 'sheet.wechatEvent', columns: sheetColumnsOf(marks) }

const { list, queryById } = crudRoutes(wechatEventResource)
const { exportXls } = excelRoutes(wechatEventResource)
export const wechatEvents = { list, queryById, exportXls }
