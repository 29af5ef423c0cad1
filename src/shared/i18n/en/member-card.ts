import type { memberCardTexts as zh } from '#shared/i18n/zh/member-card.ts'

export const memberCardTexts: Record<keyof typeof zh, string> = {
  'memberCardPage.code': 'Member code',
  'memberCardPage.show': 'Show it at the counter to be found',
  'memberCardPage.seconds': 'Changes in {seconds} s',
  'memberCardPage.noScreenshot': 'A screenshot does not work',
}
