import type { SliceManifest } from '#renderer/core/slice.ts'

export const membersManifest: SliceManifest = {
  pages: {
    'memberlevel/SysMemberLevelList': async () =>
      (await import('#renderer/features/members/levels/member-levels.page.tsx')).MemberLevelsPage,
    'membermanage/SysMemberMessageList': async () =>
      (await import('#renderer/features/members/messages/member-messages.page.tsx')).MemberMessagesPage,
    'membermanage/SysMemberManageList': async () => (await import('./member-records.page.tsx')).MemberRecordsPage,
    'membermanage/SysMemberDeletionList': async () => (await import('./member-deletions.page.tsx')).MemberDeletionsPage,
    'membermanage/SysMemberChangeList': async () => (await import('./member-changes.page.tsx')).MemberChangesPage,
  },
}
