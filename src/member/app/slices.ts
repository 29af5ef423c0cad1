import type { MemberPage, MemberSlice } from '#member/core/page.ts'
import { homeSlice } from '#member/features/home/home.manifest.ts'
import { meSlice } from '#member/features/me/me.manifest.ts'

/** All slices of the member page; a new slice is one line here. Links stand in this order. */
const slices: readonly MemberSlice[] = [homeSlice, meSlice]

export const pages: readonly MemberPage[] = slices.flatMap((slice) => slice.pages)
