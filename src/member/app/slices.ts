import type { MemberPage, MemberSlice } from '#member/core/page.ts'
import { bookingsSlice } from '#member/features/bookings/bookings.manifest.ts'
import { cardSlice } from '#member/features/card/card.manifest.ts'
import { commentsSlice } from '#member/features/comments/comments.manifest.ts'
import { couponsSlice } from '#member/features/coupons/coupons.manifest.ts'
import { eventsSlice } from '#member/features/events/events.manifest.ts'
import { feedbackSlice } from '#member/features/feedback/feedback.manifest.ts'
import { homeSlice } from '#member/features/home/home.manifest.ts'
import { invitedSlice } from '#member/features/invited/invited.manifest.ts'
import { meSlice } from '#member/features/me/me.manifest.ts'
import { newsSlice } from '#member/features/news/news.manifest.ts'
import { ownSlice } from '#member/features/own/own.manifest.ts'
import { recordsSlice } from '#member/features/records/records.manifest.ts'
import { shopSlice } from '#member/features/shop/shop.manifest.ts'
import { waitingSlice } from '#member/features/waiting/waiting.manifest.ts'

/** All slices of the member page; a new slice is one line here. Links stand in this order. */
const slices: readonly MemberSlice[] = [
  homeSlice,
  cardSlice,
  waitingSlice,
  couponsSlice,
  bookingsSlice,
  eventsSlice,
  shopSlice,
  recordsSlice,
  ownSlice,
  meSlice,
  commentsSlice,
  feedbackSlice,
  invitedSlice,
  newsSlice,
]

export const pages: readonly MemberPage[] = slices.flatMap((slice) => slice.pages)
