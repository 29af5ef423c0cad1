import type { Contract } from '#shared/core/route.ts'

/** The contracts that the member page calls; each is loaded with the first page that needs it. */
export const contracts = {
  memberPage: async () => (await import('#shared/features/member-page/member-page.contract.ts')).memberPage,
  memberHome: async () => (await import('#shared/features/member-page/member-home.contract.ts')).memberHome,
  memberBookings: async () => (await import('#shared/features/member-page/member-bookings.contract.ts')).memberBookings,
  memberShop: async () => (await import('#shared/features/member-page/member-shop.contract.ts')).memberShop,
  memberOwn: async () => (await import('#shared/features/member-page/member-own.contract.ts')).memberOwn,
  memberComments: async () => (await import('#shared/features/comments/member-comments.contract.ts')).memberComments,
  memberFeedback: async () => (await import('#shared/features/feedback/member-feedback.contract.ts')).memberFeedback,
  memberEvents: async () => (await import('#shared/features/events/member-events.contract.ts')).memberEvents,
  memberNews: async () => (await import('#shared/features/display/member-news.contract.ts')).memberNews,
  memberPromoter: async () => (await import('#shared/features/promoters/member-promoter.contract.ts')).memberPromoter,
  memberWechat: async () => (await import('#shared/features/member-page/member-wechat.contract.ts')).memberWechat,
} satisfies Record<string, () => Promise<Contract>>

export type MemberApi = { [K in keyof typeof contracts]: Awaited<ReturnType<(typeof contracts)[K]>> }
