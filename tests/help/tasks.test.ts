import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { helpFileOf } from '#shared/help/help-files.ts'
import { helpPageOf, searchHelp } from '#shared/help/help-search.calc.ts'
import { isTextKey, text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { root, sourceFiles } from '#tests/arch/source-files.ts'

interface Task {
  /** The help that shows how it is done. */
  help: string
  /** What somebody new types, by language. */
  zh: readonly string[]
  en: readonly string[]
}

/** What an owner wants to do in the first days. */
const owner: Record<string, Task> = {
  'see what was taken today': { help: 'analysis', zh: ['今日 营收', '今天'], en: ['revenue today', 'today'] },
  'give an employee an account': {
    help: 'user-list',
    zh: ['员工 账号', '新增 用户'],
    en: ['employee account', 'add user'],
  },
  'change the price of a ride': { help: 'consume-rule-list', zh: ['价格', '收费规则'], en: ['price', 'rule price'] },
  'give a present with a recharge': { help: 'recharge-rule-list', zh: ['充值 赠送'], en: ['recharge gift', 'bonus'] },
  'give money back to a guest': { help: 'sys-refund-list', zh: ['退款'], en: ['refund'] },
  'know what is owed to members': { help: 'sys-liability', zh: ['储值负债', '欠会员'], en: ['liability', 'owe'] },
  'see whether backups work': { help: 'venue-health', zh: ['备份'], en: ['backup'] },
  'make coupons': { help: 'sys-coupon-batch-list', zh: ['优惠券', '发券'], en: ['coupon'] },
  'set up a printer': { help: 'settings', zh: ['打印机'], en: ['printer'] },
  'take orders into a spreadsheet': { help: 'sys-consume-list', zh: ['导出 订单'], en: ['export orders'] },
}

/** What a cashier wants to do on the first day. */
const cashier: Record<string, Task> = {
  'register a member': { help: 'sys-member-recharge-tool', zh: ['办卡', '开卡'], en: ['new card', 'register member'] },
  'recharge a card': { help: 'sys-member-recharge-tool', zh: ['充值'], en: ['recharge'] },
  'start a ride': { help: 'start-session', zh: ['开始 收费', 'F5'], en: ['start ride', 'F5'] },
  'take the money of a ride that was started before': { help: 'start-session', zh: ['挂单'], en: ['pay later'] },
  'print a ticket again': { help: 'start-session', zh: ['补打'], en: ['reprint', 'ticket again'] },
  'count the drawer and hand over': { help: 'shift-work', zh: ['交班', '交接班'], en: ['shift', 'hand over'] },
  'go on without the network': { help: 'sync-centre', zh: ['断网', '离线'], en: ['offline', 'no network'] },
  'void the last sale': { help: 'start-session', zh: ['作废'], en: ['void'] },
  'stop a vehicle': { help: 'sys-dispatch-board', zh: ['停车', '急停'], en: ['stop vehicle', 'emergency stop'] },
  'see what a member has left': { help: 'sys-member-manage-list', zh: ['会员 余额'], en: ['member balance'] },
}

/** A place further down is not looked at. */
const SHOWN = 3

const files = sourceFiles('src/renderer/{features/*,app}/help/*').flatMap(({ path }) => {
  const file = helpFileOf(path)
  return file ? [{ ...file, path }] : []
})
const pagesIn = (locale: Locale) =>
  files
    .filter((file) => file.locale === locale)
    .map(({ name, path }) =>
      helpPageOf(name, readFileSync(join(root, path), 'utf8'), (key) => (isTextKey(key) ? text(locale, key) : key)),
    )

describe.each(['zh', 'en'] as const)('the help in %s', (locale) => {
  const pages = pagesIn(locale)
  const found = (query: string) =>
    searchHelp(pages, query)
      .slice(0, SHOWN)
      .map(({ page }) => page.name)

  it.each(Object.entries({ ...owner, ...cashier }))('is found by somebody who wants to %s', (_, task) => {
    const places = Object.fromEntries(task[locale].map((query) => [query, found(query)]))
    const missed = Object.entries(places).filter(([, names]) => !names.includes(task.help))
    expect(missed).toEqual([])
  })
})
