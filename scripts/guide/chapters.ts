import type { Locale } from '#shared/i18n/locale.ts'

export interface ChapterGroup {
  title: Record<Locale, string>
  /** Paths below `docs/guide/<locale>`, without `.md`. The first line of each file is its title. */
  pages: readonly string[]
}

/** The order of the chapters that people write, the same in both languages. */
export const chapterGroups: readonly ChapterGroup[] = [
  { title: { zh: '开始使用', en: 'Getting started' }, pages: ['install', 'set-up'] },
  { title: { zh: '收银台', en: 'At the counter' }, pages: ['cashier-day', 'money', 'offline'] },
  {
    title: { zh: '设备', en: 'Devices' },
    pages: ['readers-printers', 'vehicles', 'screens-kiosks', 'devices-check'],
  },
  { title: { zh: '经营', en: 'Running the venue' }, pages: ['members', 'marketing', 'reports'] },
  {
    title: { zh: '管理与安全', en: 'Administration' },
    pages: ['security', 'privacy', 'backup', 'upgrade', 'many-machines'],
  },
]

/** Chapters of people's own hand that are shown besides the groups above. */
export const referencePages: readonly string[] = ['glossary']
