import type { SliceManifest } from '#renderer/core/slice.ts'

export const promotersManifest: SliceManifest = {
  pages: {
    'tuiguangrole/SysTuiguangList': async () => (await import('./promoters.page.tsx')).PromotersPage,
    'tuiguangrole/SysTuiguangMemberList': async () => (await import('./promoted-members.page.tsx')).PromotedMembersPage,
    'tuiguangrole/SysTuiguangCommissionList': async () => (await import('./commissions.page.tsx')).CommissionsPage,
    'tuiguangrole/SysTuiguangPayoutList': async () => (await import('./payouts.page.tsx')).PayoutsPage,
    'tuiguangrole/SysTuiguangRoleList': async () => (await import('./promoter-roles.page.tsx')).PromoterRolesPage,
  },
  live: { promoters: ['crud', 'promoterReport'] },
}
