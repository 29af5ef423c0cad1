import type { SliceManifest } from '#renderer/core/slice.ts'

export const commentsManifest: SliceManifest = {
  pages: {
    'comment/SysCommentList': async () => (await import('./ride-comments.page.tsx')).RideCommentsPage,
    'comment/SysCommentWordList': async () => (await import('./comment-words.page.tsx')).CommentWordsPage,
  },
  live: { comments: ['crud'] },
}
