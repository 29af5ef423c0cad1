import { z } from 'zod'
import { listQueryOf } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { route } from '#shared/core/route.ts'
import { exact } from '#shared/core/text.ts'
import { CancelSignUp, SignUpInput, SignUpRecord, signUpResource } from './events.schema.ts'
import { CancelledSignUp, SignUpOptions, SignUpResult } from './sign-ups.schema.ts'

const { path } = signUpResource
const labels = { ...signUpResource.labels, password: 'exchange.password', reason: 'event.endReason' } as const

/** Members who sign up for events, until the fee was taken or given back. */
export const eventSignUps = {
  options: route({
    labels,
    method: 'GET',
    path: `${path}/options`,
    summary: 'The events of the store of a member that have not begun, with what the member can do',
    access: 'eventsignup:add',
    lane: 'counter',
    query: z.object({ userId: exact(32, 1) }),
    result: SignUpOptions,
  }),
  add: route({
    labels,
    method: 'POST',
    path: `${path}/add`,
    summary:
      'Signs a member up for an event: the fee is held, or the member waits for a place. The message holds the id, which is the key',
    access: 'eventsignup:add',
    body: SignUpInput,
    result: SignUpResult,
    idempotent: { exceptFields: ['password'] },
  }),
  cancel: route({
    labels,
    method: 'POST',
    path: `${path}/cancel`,
    summary:
      'Cancels a sign-up: the fee is given back whole until the end of registration, later by the rule of the event',
    access: 'eventsignup:cancel',
    body: CancelSignUp,
    result: CancelledSignUp,
    message: 'message.event.signUpCancelled',
    idempotent: {},
  }),
  list: route({
    labels,
    method: 'GET',
    path: `${path}/list`,
    summary: 'A page of sign-ups of the stores in scope, newest first',
    access: 'eventsignup:list',
    query: listQueryOf(signUpResource),
    result: pageOf(SignUpRecord),
  }),
  queryById: route({
    method: 'GET',
    path: `${path}/queryById`,
    summary: 'One sign-up',
    access: 'eventsignup:list',
    query: z.object({ id: z.uuid() }),
    result: SignUpRecord,
  }),
  exportXls: excelRoutes(signUpResource).exportXls,
}
