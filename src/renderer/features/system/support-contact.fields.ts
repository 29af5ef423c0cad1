import type { FoundSetting } from '#renderer/core/slice.ts'

const LABELS = [
  'support.phone',
  'support.hours',
  'support.wechat',
  'support.address',
  'support.wechatPicture',
  'support.bankHolder',
  'support.bankName',
  'support.bankAccount',
  'support.codeTitle',
  'support.codePicture',
] as const

/** The fields of the support contact. */
export const supportContactFields: readonly FoundSetting[] = LABELS.map((label) => ({
  label,
  page: 'system/SupportContact',
  section: 'menu.support',
}))
