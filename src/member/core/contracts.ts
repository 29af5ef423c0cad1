import type { Contract } from '#shared/core/route.ts'

/** The contracts that the member page calls; each is loaded with the first page that needs it. */
export const contracts = {
  memberPage: async () => (await import('#shared/features/member-page/member-page.contract.ts')).memberPage,
} satisfies Record<string, () => Promise<Contract>>

export type MemberApi = { [K in keyof typeof contracts]: Awaited<ReturnType<(typeof contracts)[K]>> }
