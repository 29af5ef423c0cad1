import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { DeletionState, memberDeletionResource } from '#shared/features/member-page/member-deletions.contract.ts'
import { memberDeletionsRoutes } from './member-deletions.routes.ts'
import { memberPageRoutes } from './member-page.routes.ts'

const managers = ['hq', 'manager'] as const

/** The web app of members at `/m`: sign-in by phone and what members see and do by themselves. */
export const memberPageManifest: SliceManifest = {
  name: 'member-page',
  mount(app, deps) {
    memberPageRoutes(app, deps)
    memberDeletionsRoutes(app, deps)
  },
  actions: { 'memberdeletion:list': managers, 'memberdeletion:answer': managers },
  dictionaries: [dictionaryOf('deletion_state', 'memberDeletion.state', DeletionState.options, 'memberDeletion.state')],
  menus: [
    {
      id: 'menu-member-deletions',
      title: 'menu.memberDeletions',
      icon: 'solution',
      component: 'membermanage/SysMemberDeletionList',
      url: '/membermanage/sysMemberDeletionList',
      order: 296,
      parent: 'menu-members',
      modules: ['memberdeletion'],
      roles: managers,
    },
  ],
  ruledLists: { 'memberdeletion:list': memberDeletionResource.filter },
}
