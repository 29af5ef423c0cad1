import type { SliceManifest } from '#renderer/core/slice.ts'

export const messagesManifest: SliceManifest = {
  pages: {
    'message/SysSmsProvider': async () => (await import('./sms-providers.page.tsx')).SmsProvidersPage,
    'modules/message/SysMessageTemplateList': async () =>
      (await import('./message-templates.page.tsx')).MessageTemplatesPage,
    'system/SysAnnouncementList': async () => (await import('./announcements.page.tsx')).AnnouncementsPage,
    'system/UserAnnouncementList': async () => (await import('./user-announcements.page.tsx')).UserAnnouncementsPage,
  },
  everyones: [{ path: '/isps/userAnnouncement', component: 'system/UserAnnouncementList', title: 'notice.title' }],
}
