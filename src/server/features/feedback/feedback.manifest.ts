import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { feedbackResource } from '#shared/features/feedback/feedback.schema.ts'
import { FeedbackKind, FeedbackState } from '#shared/features/feedback/feedback-words.schema.ts'
import { feedbackRoutes } from './feedback.routes.ts'

/** What members tell the store. */
export const feedbackManifest: SliceManifest = {
  name: 'feedback',
  mount: feedbackRoutes,
  actions: {
    'feedback:answer': ['hq', 'manager'],
    'feedback:export': ['hq', 'manager'],
    'feedback:list': ['hq', 'manager'],
  },
  menus: [
    {
      id: 'menu-feedback',
      title: 'menu.feedback',
      icon: 'customer-service',
      component: 'feedback/SysFeedbackList',
      url: '/feedback/sysFeedbackList',
      order: 563,
      parent: 'menu-guests',
      modules: ['feedback'],
      roles: ['hq', 'manager'],
    },
  ],
  dictionaries: [
    dictionaryOf('feedback_kind', 'feedback.kind', FeedbackKind.options, 'feedback.kind'),
    dictionaryOf('feedback_state', 'feedback.state', FeedbackState.options, 'feedback.state'),
  ],
  topics: ['feedback'],
  ruledLists: { 'feedback:list': feedbackResource.filter },
}
