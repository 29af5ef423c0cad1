import type { MenuEntry } from '#renderer/ui/layout/frame.ts'

/** The headings of a long menu, in their order; entries without one come first. */
const sections = {
  desk: [
    '/counter',
    '/dispatch/sysDispatchBoard',
    '/queue/sysQueue',
    '/memberrecharge/SysMemberRechargeTool',
    '/consume/SysConsumeTool',
    '/playbeforepay/sysPlayBeforePayList',
    '/reservation/sysReservation',
    '/reservation/sysReservationList',
    '/event',
    '/cloakroom',
  ],
  guests: ['/membermanage', '/message', '/tuiguangrole', '/guests', '/wechat'],
  goods: ['/gift', '/product', '/coin'],
  money: [
    '/consume/sysConsumeList',
    '/memberrecharge/SysMemberRechargeList',
    '/refund/sysRefundList',
    '/payment',
    '/shift/sysShiftList',
  ],
  figures: ['/statistics/sysStatistics', '/report', '/ranking/sysRanking'],
  venue: ['/rules', '/vehicle', '/display', '/terminal/sysPrintLayout', '/isystem', '/online', '/monitor'],
  computer: ['/terminal/sync', '/terminal/settings', '/terminal/setup', '/terminal/diagnostics'],
} as const

export type MenuSection = keyof typeof sections | 'other'

const HOME = '/dashboard/analysis'
const sectionOf = new Map(
  Object.entries(sections).flatMap(([section, paths]) =>
    paths.map((path): [string, MenuSection] => [path.toLowerCase(), section as keyof typeof sections]),
  ),
)
const ORDER: readonly MenuSection[] = [...(Object.keys(sections) as (keyof typeof sections)[]), 'other']

/** A menu of fewer entries is read at a glance. */
const MIN_ENTRIES = 12

export interface SectionEntries {
  /** Null for the entries above the first heading. */
  section: MenuSection | null
  entries: MenuEntry[]
}

/** A menu under its headings; in each section the menu's own order. Null where it is short enough without. */
export function sectionsOf(menu: readonly MenuEntry[]): SectionEntries[] | null {
  if (menu.length < MIN_ENTRIES) return null
  const of = ({ key }: MenuEntry) => (key === HOME ? null : (sectionOf.get(key.toLowerCase()) ?? 'other'))
  return [null, ...ORDER]
    .map((section) => ({ section, entries: menu.filter((entry) => of(entry) === section) }))
    .filter(({ entries }) => entries.length > 0)
}
