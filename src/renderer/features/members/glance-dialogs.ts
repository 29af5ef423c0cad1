import { lazy } from 'react'

/** The dialogs that a member's overview opens, loaded on first use. */
export const MemberCards = lazy(async () => ({ default: (await import('./member-cards.tsx')).MemberCards }))
export const MemberMessages = lazy(async () => ({ default: (await import('./member-messages.tsx')).MemberMessages }))
