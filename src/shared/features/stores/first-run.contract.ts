import { z } from 'zod'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'

/** What a new store needs before its first guest, in the order in which it is done. */
export const FirstRunStep = z.enum([
  ...(['store', 'staff', 'levels', 'rules', 'recharge', 'vehicles', 'payments'] as const),
  ...(['terminal', 'printer', 'sale'] as const),
])
export type FirstRunStep = z.infer<typeof FirstRunStep>

export const FirstRunState = z.object({
  /** Of the store that the list is about; empty while there is none. */
  orgCode: z.string(),
  departName: z.string(),
  /** Whether the caller works in it now, or has to enter it first. */
  isCurrent: z.boolean(),
  isFinished: z.boolean(),
  /** Whether the store may take cash, so that it can do without a payment provider. */
  isUnline: z.enum(['YES', 'NO']),
  /** Where other computers reach the server; none while it listens on this one alone. */
  addresses: z.array(z.string()),
  steps: z.array(
    z.object({
      step: FirstRunStep,
      state: z.enum(['open', 'done', 'skipped']),
      /** How many there are of what the step is about. */
      count: z.number().int(),
      skippedBy: z.string(),
      skippedTime: WireTime.nullable(),
    }),
  ),
})
export type FirstRunState = z.infer<typeof FirstRunState>

const ofStore = z.object({ orgCode: exact(64, 1) })

/** The checklist of a new store: what is done is seen from what is there, never ticked by hand. */
export const firstRun = onScreen('firstRun', {
  query: route({
    method: 'GET',
    path: '/sys/sysFirstRun/query',
    summary: 'How far a store is: the one named, the current one, or the first below it that is not finished',
    access: 'store:setup',
    query: z.object({ orgCode: textFilter(64) }),
    result: FirstRunState,
  }),
  skip: route({
    method: 'POST',
    path: '/sys/sysFirstRun/skip',
    summary: 'Leaves a step out, or takes it up again',
    access: 'store:setup',
    body: ofStore.extend({ step: FirstRunStep, skipped: z.boolean() }),
    result: z.null(),
  }),
  enter: route({
    method: 'POST',
    path: '/sys/sysFirstRun/enter',
    summary: 'Makes the caller one who works at a store in scope, so that it can be chosen',
    access: 'store:setup',
    body: ofStore,
    result: z.null(),
  }),
  testPrint: route({
    method: 'POST',
    path: '/sys/sysFirstRun/testPrint',
    summary: 'Orders a ticket that says that it is a test, from any enrolled terminal of the store',
    access: 'store:setup',
    body: ofStore,
    /** The print job. */
    result: z.object({ id: z.uuid() }),
  }),
})
