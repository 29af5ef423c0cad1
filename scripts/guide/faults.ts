import { pinyin } from 'pinyin-pro'
import { screenText } from '#shared/help/resolve.ts'
import { isTextKey, type TextKey } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { zh } from '#shared/i18n/zh.ts'
import { escaped } from './markdown.ts'

interface FaultGroup {
  name: string
  title: Record<Locale, string>
  /** First words of the codes that belong here. */
  subjects: readonly string[]
}

export const faultGroups: readonly FaultGroup[] = [
  {
    name: 'sign-in',
    title: { zh: '登录、账号与权限', en: 'Sign-in, accounts and rights' },
    subjects: ['auth', 'account', 'users', 'roles', 'permissions', 'rights', 'accessTokens', 'deputies', 'cashiers'],
  },
  {
    name: 'counter',
    title: { zh: '收银与开始', en: 'Charging and starting' },
    subjects: ['sessions', 'counter', 'rules', 'rates', 'practice', 'photos', 'faces', 'cards'],
  },
  {
    name: 'money',
    title: { zh: '收款、退款与班次', en: 'Payments, refunds and shifts' },
    subjects: [
      'payments',
      'pay',
      'recharge',
      'refunds',
      'shifts',
      'wallets',
      'exchange',
      'ledger',
      'reconciliation',
      'apply',
    ],
  },
  {
    name: 'floor',
    title: { zh: '排队、预约与发车', en: 'Queue, reservations and dispatch' },
    subjects: ['queue', 'line', 'dispatch', 'reservations', 'ranking', 'emergency'],
  },
  {
    name: 'devices',
    title: { zh: '终端、打印与设备', en: 'Terminals, printing and devices' },
    subjects: ['devices', 'print', 'layouts', 'terminals', 'sync', 'network', 'gateway', 'kiosks', 'display'],
  },
  {
    name: 'vehicles',
    title: { zh: '车辆与保养', en: 'Vehicles and upkeep' },
    subjects: ['vehicles', 'vehicleTypes', 'upkeep'],
  },
  {
    name: 'members',
    title: { zh: '会员', en: 'Members' },
    subjects: [
      'members',
      'levels',
      'agreements',
      'memberDeletions',
      'memberOwn',
      'memberPage',
      'memberShop',
      'memberBookings',
    ],
  },
  {
    name: 'goods',
    title: { zh: '商品、礼品、代币与寄存', en: 'Goods, gifts, coins and cloakroom' },
    subjects: ['products', 'productTypes', 'gifts', 'giftTypes', 'stock', 'coins', 'cloakroom', 'cloakroomPlaces'],
  },
  {
    name: 'marketing',
    title: { zh: '券、活动、推广与短信', en: 'Coupons, events, promoters and SMS' },
    subjects: [
      ...['coupons', 'couponCodes', 'couponBatches', 'events', 'matches', 'promoters', 'promoterRoles', 'payouts'],
      ...['massMessages', 'smsPackages', 'smsProviders', 'comments', 'commentWords', 'feedback', 'wechat'],
    ],
  },
  {
    name: 'reports',
    title: { zh: '报表与统计', en: 'Reports and statistics' },
    subjects: ['reports', 'statistics', 'customReport', 'dataSources'],
  },
  {
    name: 'system',
    title: { zh: '列表、文件与系统', en: 'Lists, files and system' },
    subjects: [
      ...['common', 'lists', 'listViews', 'excel', 'files', 'storage', 'duplicates', 'departs', 'newStore', 'firstRun'],
      ...[
        'messages',
        'jobs',
        'logs',
        'monitors',
        'dictionaries',
        'categories',
        'checkRules',
        'fillRules',
        'forms',
        'webhooks',
      ],
    ],
  },
]

export interface Fault {
  code: string
  text: string
  group: FaultGroup
}

/** Every error text of the product in a language, in the order of its alphabet. */
export function faultsIn(locale: Locale): Fault[] {
  // The words of the page after a crash have no subject.
  const codes = Object.keys(zh).flatMap((key) => /^error\.(\w+\..+)$/.exec(key)?.[1] ?? [])
  const faults = codes.map((code) => {
    const group = faultGroups.find(({ subjects }) => subjects.includes(code.split('.')[0] ?? ''))
    if (!group) throw new Error(`no group of faults has the code ${code}`)
    return { code, group, text: screenText(locale, `error.${code}` as TextKey) }
  })
  const { compare } = new Intl.Collator(locale === 'zh' ? 'zh-u-co-pinyin' : 'en')
  return faults.sort((one, other) => compare(one.text, other.text))
}

export const faultAnchor = (code: string): string => code.replaceAll('.', '-')

/** The letter under which a text is found; texts that begin with a value of theirs are at the end. */
export function letterOf(text: string, locale: Locale): string {
  const [first = ''] = text.replace(/^[“"「]/, '')
  const letter = locale === 'zh' && /\p{Script=Han}/u.test(first) ? pinyin(first, { toneType: 'none' })[0] : first
  return letter && /[a-z]/i.test(letter) ? letter.toUpperCase() : '…'
}

/** What to do about errors, from a page with the heading `## code, code` before each advice. */
export function remediesOf(markdown: string): Map<string, string> {
  const remedies = new Map<string, string>()
  for (const [, codes = '', advice = ''] of markdown.matchAll(/^## +([^\n]+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)) {
    for (const code of codes.split(',').map((one) => one.trim())) {
      if (!isTextKey(`error.${code}`)) throw new Error(`a remedy is for the unknown error ${code}`)
      remedies.set(code, advice.trim())
    }
  }
  return remedies
}

const WORDS = {
  zh: {
    index: '错误提示大全',
    intro: (count: number) =>
      `屏幕上红色提示的原文都在这里，共 ${count} 条，按拼音排列。点开一条可以看到它的意思和处理办法。也可以按 Ctrl K，直接输入提示里的几个字。`,
    groups: '按内容查',
    letters: '按拼音查',
    code: '代码',
    start: '以数字、名字等内容开头的提示',
  },
  en: {
    index: 'Faults A–Z',
    intro: (count: number) =>
      `Every red message of the product, ${count} in all, in alphabetical order. Each leads to what it means and what to do. Or press Ctrl K and type a few words of the message.`,
    groups: 'By subject',
    letters: 'By letter',
    code: 'Code',
    start: 'Messages that begin with a number, a name or another value',
  },
} satisfies Record<Locale, unknown>

/** The pages about faults: an index by letter, and a page for each group. `general` is the advice for a group's other errors. */
export function faultPages(locale: Locale, remedies: Map<string, string>, general: Map<string, string>) {
  const words = WORDS[locale]
  const faults = faultsIn(locale)
  const letters = Map.groupBy(faults, ({ text }) => letterOf(text, locale))
  const index = [
    `---\noutline: 2\n---\n\n# ${words.index}\n\n${words.intro(faults.length)}\n`,
    `## ${words.groups}\n\n${faultGroups.map(({ name, title }) => `- [${title[locale]}](./${name}.md)`).join('\n')}\n`,
    ...[...letters.keys()]
      .sort((one, other) => Number(one === '…') - Number(other === '…') || one.localeCompare(other))
      .map((letter) => {
        const lines = letters
          .get(letter)
          ?.map(({ code, text, group }) => `- [${escaped(text)}](./${group.name}.md#${faultAnchor(code)})`)
        return `## ${letter === '…' ? words.start : letter}\n\n${lines?.join('\n')}\n`
      }),
  ].join('\n')
  const pages = new Map([['index', index]])
  for (const group of faultGroups) {
    const entries = faults
      .filter((fault) => fault.group === group)
      .map(({ code, text }) => {
        const advice = remedies.get(code)
        return `## ${escaped(text)} {#${faultAnchor(code)}}\n\n${advice ? `${advice}\n\n` : ''}<small>${words.code} \`${code}\`</small>\n`
      })
    pages.set(
      group.name,
      `---\noutline: false\npageClass: faults\n---\n\n# ${group.title[locale]}\n\n${general.get(group.name) ?? ''}\n\n${entries.join('\n')}`,
    )
  }
  return pages
}
