import type { FoundSetting } from '#renderer/core/slice.ts'

const PROFILE = ['account.realname', 'account.nickname', 'account.sex', 'account.birthday', 'account.email'] as const
const SECRETS = ['own.password', 'own.refundPassword', 'own.cashierPassword'] as const

/** The personal settings of the signed-in user. */
export const accountSettingFields: readonly FoundSetting[] = [
  ...PROFILE.map((label): FoundSetting => ({ label, page: 'account/settings/Index', section: 'account.profile' })),
  ...SECRETS.map((label): FoundSetting => ({ label, page: 'account/settings/Index', section: 'account.security' })),
  { label: 'account.phone', hint: 'account.phoneHint', page: 'account/settings/Index', section: 'account.binding' },
]
