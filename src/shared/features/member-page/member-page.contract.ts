import { z } from 'zod'
import { onScreen, route } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

/** The store of the page's address: its code or its id. */
export const StoreKey = exact(64, 1)

/** A phone to which a code can be sent. */
const Phone = exact(32)
  .transform((text) => text.replace(/[\s()-]|^\+/g, ''))
  .pipe(z.string().regex(/^\d{5,20}$/, wrong('input.phone')))

const Code = line(16, 1)

/** The signed-in member, as the head of each page shows. */
export const MemberOfPage = z.object({
  /** The member number. */
  id: z.string(),
  /** Nickname, or else the name; may be empty. */
  name: z.string(),
  avatar: z.string(),
  /** Masked. */
  phone: z.string(),
  level: z.string(),
  store: z.object({ orgCode: z.string(), name: z.string() }),
})
export type MemberOfPage = z.infer<typeof MemberOfPage>

/** Sign-in of members to the member page, and their sessions. */
export const memberPage = onScreen('memberPage', {
  store: route({
    method: 'GET',
    path: '/m/store',
    summary: 'The store of an address of the member page; of a chain, its stores',
    access: 'public',
    query: z.object({ store: StoreKey }),
    result: z.object({
      orgCode: z.string(),
      name: z.string(),
      /** The stores of a chain, to choose from; empty for a store. */
      stores: z.array(z.object({ orgCode: z.string(), name: z.string() })).max(500),
    }),
  }),
  code: route({
    method: 'POST',
    path: '/m/code',
    summary: 'Sends a sign-in code to the phone of a member; the answer is the same for every phone',
    access: 'public',
    body: z.object({ store: StoreKey, mobile: Phone }),
    result: z.object({
      /** The code itself in a demo that cannot send texts; empty everywhere else. */
      demoCode: z.string(),
    }),
    message: 'message.account.smsSent',
  }),
  signIn: route({
    method: 'POST',
    path: '/m/signIn',
    summary: 'Signs a member in by phone and code',
    access: 'public',
    body: z.object({ store: StoreKey, mobile: Phone, captcha: Code }),
    result: z.object({ token: z.string(), member: MemberOfPage }),
  }),
  me: route({
    method: 'GET',
    path: '/m/me',
    summary: 'The signed-in member',
    access: 'member',
    result: MemberOfPage,
  }),
  sessions: route({
    method: 'GET',
    path: '/m/sessions',
    summary: 'Where the member is signed in, the newest first',
    access: 'member',
    result: z.array(z.object({ time: WireTime, endTime: WireTime, agent: z.string(), isCurrent: z.boolean() })).max(20),
  }),
  signOut: route({
    method: 'POST',
    path: '/m/signOut',
    summary: 'Ends the session of the call',
    access: 'member',
    result: z.null(),
  }),
  signOutEverywhere: route({
    method: 'POST',
    path: '/m/signOutEverywhere',
    summary: 'Ends all sessions of the member, also that of the call, and returns their number',
    access: 'member',
    result: z.object({ ended: z.number().int() }),
  }),
})
