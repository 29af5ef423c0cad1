import { lazy } from 'react'

/** The dialogs about a member, each loaded when it is first opened. */
export const MemberRegistration = lazy(async () => ({
  default: (await import('./member-registration.tsx')).MemberRegistration,
}))
export const MemberGlance = lazy(async () => ({ default: (await import('./member-glance.tsx')).MemberGlance }))
export const MemberCards = lazy(async () => ({ default: (await import('./member-cards.tsx')).MemberCards }))
export const MemberMessages = lazy(async () => ({ default: (await import('./member-messages.tsx')).MemberMessages }))
