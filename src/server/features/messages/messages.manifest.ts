import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { announcementResource } from '#shared/features/messages/announcements.contract.ts'
import { messageTemplateResource } from '#shared/features/messages/message-templates.contract.ts'
import { messageResource } from '#shared/features/messages/messages.contract.ts'
import { announcementPageRoutes } from './announcement-page.routes.ts'
import { announcementsRoutes } from './announcements.routes.ts'
import { pruneMessages } from './messages.job.ts'
import { messagesRoutes } from './messages.routes.ts'

/** Announcements with their read state, message templates, and messages. */
export const messagesManifest: SliceManifest = {
  name: 'messages',
  mount(app, deps) {
    announcementsRoutes(app, deps)
    announcementPageRoutes(app)
    messagesRoutes(app, deps)
  },
  actions: {
    'announcement:add': ['hq', 'manager'],
    'announcement:delete': ['hq', 'manager'],
    'announcement:edit': ['hq', 'manager'],
    'announcement:export': ['hq', 'manager'],
    'announcement:import': ['hq', 'manager'],
    'announcement:list': ['hq', 'manager'],
    'announcement:release': ['hq', 'manager'],
    'message:add': ['hq', 'manager'],
    'message:delete': ['hq', 'manager'],
    'message:edit': ['hq', 'manager'],
    'message:export': ['hq', 'manager'],
    'message:import': ['hq', 'manager'],
    'message:list': ['hq', 'manager'],
    // Whose account sends and pays.
    'smsprovider:edit': ['hq'],
    'template:add': ['hq', 'manager'],
    'template:delete': ['hq', 'manager'],
    'template:edit': ['hq', 'manager'],
    'template:export': ['hq', 'manager'],
    'template:import': ['hq', 'manager'],
    'template:list': ['hq', 'manager'],
    'template:send': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-messages',
      title: 'menu.messages',
      icon: 'message',
      component: 'layouts/RouteView',
      url: '/message',
      order: 30,
      roles: ['hq', 'manager', 'coach', 'cashier', 'partner'],
    },
    {
      id: 'menu-templates',
      title: 'menu.templates',
      icon: 'file-text',
      component: 'modules/message/SysMessageTemplateList',
      url: '/modules/message/sysMessageTemplateList',
      order: 40,
      parent: 'menu-messages',
      modules: ['template', 'message'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-sms-providers',
      title: 'menu.smsProviders',
      icon: 'setting',
      component: 'message/SysSmsProvider',
      url: '/message/sysSmsProvider',
      order: 65,
      parent: 'menu-messages',
      modules: ['smsprovider'],
      roles: ['hq'],
    },
    {
      id: 'menu-announcements',
      title: 'menu.announcements',
      icon: 'notification',
      component: 'system/SysAnnouncementList',
      url: '/isystem/annountCement',
      order: 50,
      parent: 'menu-messages',
      modules: ['announcement'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-my-messages',
      title: 'menu.myMessages',
      icon: 'bell',
      component: 'system/UserAnnouncementList',
      url: '/isps/userAnnouncement',
      order: 60,
      parent: 'menu-messages',
      roles: ['hq', 'manager', 'coach', 'cashier', 'partner'],
    },
  ],
  dictionaries: [
    dictionaryOf('msgType', 'dict.msgType', ['1', '2', '3', '4'], 'dict.msgType'),
    dictionaryOf('msg_category', 'dict.msg_category', ['1', '2'], 'dict.msg_category'),
    dictionaryOf('msg_type', 'dict.msg_type', ['ALL', 'USER', 'GUEST'], 'dict.msg_type'),
    dictionaryOf('priority', 'dict.priority', ['L', 'M', 'H'], 'dict.priority'),
    dictionaryOf('send_status', 'dict.send_status', ['0', '1', '2'], 'dict.send_status'),
    dictionaryOf('msgSendStatus', 'dict.msgSendStatus', ['0', '1', '2', '3'], 'dict.msgSendStatus'),
  ],
  jobs: { 'messages.prune': { work: pruneMessages, keepDays: 90 } },
  ruledLists: {
    'announcement:list': announcementResource.filter,
    'template:list': messageTemplateResource.filter,
    'message:list': messageResource.filter,
  },
  uniqueColumns: { sys_sms_template: { table: 'message_template', fields: { template_code: 'template_code' } } },
}
