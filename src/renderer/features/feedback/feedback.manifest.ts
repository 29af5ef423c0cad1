import type { SliceManifest } from '#renderer/core/slice.ts'

export const feedbackManifest: SliceManifest = {
  pages: {
    'feedback/SysFeedbackList': async () => (await import('./feedback.page.tsx')).FeedbackPage,
  },
  live: { feedback: ['crud'] },
}
