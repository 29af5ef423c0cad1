import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { withCounterPriority } from '#server/db/counter-priority.ts'
import { fromFamily, toFamily } from '#shared/core/family-names.ts'
import type { Contract, Route } from '#shared/core/route.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { NamedFields } from '#shared/i18n/fields.ts'
import { sendResult } from './answer.ts'
import { Call } from './call.ts'
import { FileAnswer } from './file-answer.ts'
import { type Answer, runOnce } from './idempotency.ts'
import { laneOf } from './lane.ts'
import { parseInput } from './parse.ts'
import type { CallContext, Deps } from './slice.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How errors call the fields of the call. */
    named?: NamedFields
  }

  interface FastifyRequest {
    /** The call that the request makes, once it is authorized. */
    call: Call | null
  }
}

type Parsed<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.output<S> : undefined

/** What a handler gets: the parts of the request as the contract's schemas yield them. */
export type HandlerInput<T extends Route> = {
  params: T extends Route<infer P> ? Parsed<P> : never
  query: T extends Route<z.ZodType, infer Q> ? Parsed<Q> : never
  body: T extends Route<z.ZodType, z.ZodType, infer B> ? Parsed<B> : never
  ctx: CallContext
}

export type HandlerResult<T extends Route> =
  T extends Route<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.input<R> : never

/** A result whose envelope carries a message of its own instead of the contract's. */
export class WithMessage<R> {
  readonly result: R
  readonly message: string
  readonly code: number | undefined

  constructor(result: R, message: string, code: number | undefined) {
    this.result = result
    this.message = message
    this.code = code
  }
}

/** Answers with a message of its own, where some calls of the family put an id, or with a code of its own. */
export const withMessage = <R>(result: R, message: string, code?: number): WithMessage<R> =>
  new WithMessage(result, message, code)

export type Handlers<C extends Contract> = {
  [K in keyof C]: (
    input: HandlerInput<C[K]>,
  ) => Promise<HandlerResult<C[K]> | WithMessage<HandlerResult<C[K]>> | FileAnswer>
}

export interface MountOptions<C extends Contract> {
  /** Keyed calls whose handler stores key, effect and answer by itself, in one statement. */
  selfKeyed?: readonly (keyof C)[]
  /**
   * Keyed calls that are tried in one statement first, which stores key, effect, trail and answer by itself; where it has done nothing, because
   * something is unusual, it answers undefined, and the call's handler goes on.
   */
  inOneTrip?: {
    [K in keyof C]?: (input: HandlerInput<C[K]>) => Promise<Awaited<ReturnType<Handlers<C>[K]>> | undefined>
  }
}

interface LooseInput {
  params: unknown
  query: unknown
  body: unknown
  ctx: CallContext
}

/** One call with its types worn off: the mapped types above have checked it against its contract. */
interface LooseCall {
  route: Route
  handler: (input: LooseInput) => Promise<unknown>
  inOneTrip: ((input: LooseInput) => Promise<unknown>) | undefined
  selfKeyed: boolean
}

/** What strangers may send: names, passwords, codes. */
const STRANGERS_BODY = 16_384

/** Puts a contract's calls on the server: sign-in, permission, parsing, idempotency, envelope. */
export function mount<C extends Contract>(
  app: FastifyInstance,
  deps: Deps,
  contract: C,
  handlers: Handlers<C>,
  options: MountOptions<C> = {},
): void {
  for (const name of Object.keys(contract)) {
    mountCall(app, deps, {
      route: contract[name] as Route,
      handler: handlers[name] as LooseCall['handler'],
      inOneTrip: options.inOneTrip?.[name] as LooseCall['inOneTrip'],
      selfKeyed: options.selfKeyed?.includes(name) ?? false,
    })
  }
}

/**
 * What a keyed call is told from another by: its body, or its query where it has none. It has the family's names, which stay when ours
 * change: a call that is repeated across an upgrade is the same.
 */
const hashedInput = (route: Route, { body, query }: LooseInput): unknown =>
  route.body ? toFamily(route.body, body) : toFamily(route.query, query)

function mountCall(app: FastifyInstance, deps: Deps, { route, handler, inOneTrip, selfKeyed }: LooseCall): void {
  const isCounterWrite = route.idempotent !== undefined && laneOf(route) === 'counter'
  const messages = { zh: text('zh', route.message ?? 'message.ok'), en: text('en', route.message ?? 'message.ok') }

  const toAnswer = (given: unknown): Answer => {
    if (given instanceof FileAnswer) return { result: null, message: null, file: given }
    if (!(given instanceof WithMessage)) return { result: route.result.parse(given), message: null }
    return { result: route.result.parse(given.result), message: given.message, code: given.code }
  }

  app.route({
    method: typeof route.method === 'string' ? route.method : [...route.method],
    url: `/api${route.path}`,
    config: { named: route },
    ...(route.access === 'public' ? { bodyLimit: STRANGERS_BODY } : {}),
    // Before the body is read: nobody fills the server's memory for a call that they may not make.
    onRequest: async (request) => {
      const call = new Call(deps, request, route)
      await call.authorize()
      request.call = call
    },
    handler: async (request, reply) => {
      const { call } = request
      if (!call) throw new Error(`${route.path} was not authorized`)
      const input: LooseInput = {
        params: parseInput(route.params, request.params, call.locale),
        query: parseInput(route.query, fromFamily(route.query, request.query), call.locale),
        body: parseInput(route.body, fromFamily(route.body, request.body ?? {}), call.locale),
        ctx: call,
      }
      call.input = input
      if (selfKeyed) call.untraced = true
      const work = async () => toAnswer(await handler(input))
      const write = async (): Promise<Answer> => {
        const done = await inOneTrip?.(input)
        if (done === undefined) return runOnce(call, work)
        call.untraced = true
        return toAnswer(done)
      }
      const whole = async (): Promise<Answer> => {
        // What a call without a body asks for is in its query.
        if (route.idempotent) call.readKey(route.idempotent, hashedInput(route, input))
        if (route.idempotent && !selfKeyed) return write()
        const answer = await work()
        await call.leaveRest()
        return answer
      }
      let answer: Answer
      try {
        answer = await (isCounterWrite ? withCounterPriority(whole) : whole())
      } catch (error) {
        await call.failed(error)
        throw error
      }
      call.committed()
      if (answer.file) return answer.file.send(reply)
      return sendResult(
        reply,
        answer.code ?? route.code ?? 0,
        answer.message ?? messages[call.locale],
        toFamily(route.result, answer.result),
      )
    },
  })
}
