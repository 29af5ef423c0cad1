import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { commentWordResource } from '#shared/features/comments/comment-words.contract.ts'
import { CommentState, rideCommentResource } from '#shared/features/comments/ride-comments.schema.ts'
import { commentsRoutes } from './comments.routes.ts'

/** Comments of guests on their rides. */
export const commentsManifest: SliceManifest = {
  name: 'comments',
  mount: commentsRoutes,
  actions: {
    'comment:export': ['hq', 'manager'],
    'comment:list': ['hq', 'manager', 'cashier'],
    'comment:reply': ['hq', 'manager'],
    'comment:review': ['hq', 'manager'],
    'commentword:add': ['hq', 'manager'],
    'commentword:delete': ['hq', 'manager'],
    'commentword:edit': ['hq', 'manager'],
    'commentword:export': ['hq', 'manager'],
    'commentword:import': ['hq', 'manager'],
    'commentword:list': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-guests',
      title: 'menu.guests',
      icon: 'team',
      component: 'layouts/RouteView',
      url: '/guests',
      order: 560,
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-comments',
      title: 'menu.comments',
      icon: 'message',
      component: 'comment/SysCommentList',
      url: '/comment/sysCommentList',
      order: 561,
      parent: 'menu-guests',
      modules: ['comment'],
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-comment-words',
      title: 'menu.commentWords',
      icon: 'safety',
      component: 'comment/SysCommentWordList',
      url: '/comment/sysCommentWordList',
      order: 562,
      parent: 'menu-guests',
      modules: ['commentword'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [dictionaryOf('comment_state', 'comment.state', CommentState.options, 'comment.state')],
  topics: ['comments'],
  ruledLists: {
    'comment:list': rideCommentResource.filter,
    'commentword:list': commentWordResource.filter,
  },
  uniqueColumns: { comment_word: { table: 'comment_word', fields: { word: 'word' } } },
}
