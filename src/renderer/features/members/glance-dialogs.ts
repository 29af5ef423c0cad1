import { lazyDialog } from '#renderer/ui/dialog/lazy-dialog.tsx'

/** The dialogs that a member's overview opens, loaded on first use. */
export const MemberCards = lazyDialog(async () => (await import('./member-cards.tsx')).MemberCards)
export const MemberMessages = lazyDialog(
  async () => (await import('#renderer/features/members/messages/member-messages.tsx')).MemberMessages,
)
