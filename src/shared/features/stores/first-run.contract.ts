import { z } from 'zod'
import { familyField } from '#shared/core/family-names.ts'
import { onScreen, route, textFilter } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { YesNo } from '#shared/core/yes-no.ts'

/** Setup steps of a new store, in order. */
export const FirstRunStep = z.enum([
  ...(['store', 'staff', 'levels', 'rules', 'recharge', 'vehicles', 'payments'] as const),
  ...(['terminal', 'printer', 'sale'] as const),
])
export type FirstRunStep = z.infer<typeof FirstRunStep>

export const FirstRunState = z.object({
  /** Code of the store; empty before one exists. */
  orgCode: z.string(),
  departName: z.string(),
  /** Whether it is the caller's current store. */
  isCurrent: z.boolean(),
  isFinished: z.boolean(),
  /** Whether the store takes cash and needs no payment provider. */
  acceptsCash: familyField(YesNo),
  /** Addresses of the server for other computers; empty if it listens locally only. */
  addresses: z.array(z.string()),
  steps: z.array(
    z.object({
      step: FirstRunStep,
      state: z.enum(['open', 'done', 'skipped']),
      /** Number of existing items of the step. */
      count: z.number().int(),
      skippedBy: z.string(),
      skippedTime: WireTime.nullable(),
    }),
  ),
})
export type FirstRunState = z.infer<typeof FirstRunState>

const ofStore = z.object({ orgCode: exact(64, 1) })

/** Setup checklist of a new store; progress is derived from the data, never ticked by hand. */
export const firstRun = onScreen('firstRun', {
  query: route({
    method: 'GET',
    path: '/sys/sysFirstRun/query',
    summary: 'The set-up progress of a store: the given one, the current one, or the first unfinished one below it',
    access: 'store:setup',
    query: z.object({ orgCode: textFilter(64) }),
    result: FirstRunState,
  }),
  skip: route({
    method: 'POST',
    path: '/sys/sysFirstRun/skip',
    summary: 'Skips a set-up step, or resumes it',
    access: 'store:setup',
    body: ofStore.extend({ step: FirstRunStep, skipped: z.boolean() }),
    result: z.null(),
  }),
  enter: route({
    method: 'POST',
    path: '/sys/sysFirstRun/enter',
    summary: 'Adds the caller to a store in scope, so that the caller can select it',
    access: 'store:setup',
    body: ofStore,
    result: z.null(),
  }),
  testPrint: route({
    method: 'POST',
    path: '/sys/sysFirstRun/testPrint',
    summary: 'Queues a test ticket for any enrolled terminal of the store',
    access: 'store:setup',
    body: ofStore,
    /** Id of the print job. */
    result: z.object({ id: z.uuid() }),
  }),
})
