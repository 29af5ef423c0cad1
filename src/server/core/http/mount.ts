import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { FileAnswer } from '#server/core/files/file-answer.ts'
import { laneOf } from '#server/core/limits/lane.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { withCounterPriority } from '#server/db/counter-priority.ts'
import { fromFamily, toFamily } from '#shared/core/family-names.ts'
import type { Contract, Route } from '#shared/core/route.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { NamedFields } from '#shared/i18n/fields.ts'
import { sendBare, sendResult } from './answer.ts'
import { Call } from './call.ts'
import { type Answer, runOnce } from './idempotency.ts'
import { parseInput } from './parse.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The labels of the call's fields in error messages. */
    named?: NamedFields
  }

  interface FastifyRequest {
    /** The call of the request, after it was authorized. */
    call: Call | null
  }
}

type Parsed<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.output<S> : undefined

/** The input of a handler: the parts of the request as parsed by the contract's schemas. */
export type HandlerInput<T extends Route> = {
  params: T extends Route<infer P> ? Parsed<P> : never
  query: T extends Route<z.ZodType, infer Q> ? Parsed<Q> : never
  body: T extends Route<z.ZodType, z.ZodType, infer B> ? Parsed<B> : never
  ctx: CallContext
}

export type HandlerResult<T extends Route> =
  T extends Route<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.input<R> : never

/** A result with a message that replaces the contract's. */
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

/** Answers with a custom message, where some calls of the API family put an id, or with a custom code. */
export const withMessage = <R>(result: R, message: string, code?: number): WithMessage<R> =>
  new WithMessage(result, message, code)

export type Handlers<C extends Contract> = {
  [K in keyof C]: (
    input: HandlerInput<C[K]>,
  ) => Promise<HandlerResult<C[K]> | WithMessage<HandlerResult<C[K]>> | FileAnswer>
}

export interface MountOptions<C extends Contract> {
  /** Work before the transaction of a keyed call, such as counting a password's attempts in transactions of its own. */
  before?: { [K in keyof C]?: (input: HandlerInput<C[K]>) => Promise<void> }
  /** Keyed calls whose handler stores key, effect and answer itself, in one statement. */
  selfKeyed?: readonly (keyof C)[]
  /**
   * Keyed calls that are first tried in one statement, which stores key, effect, audit entry and answer. It returns undefined if it
   * did nothing because the case is unusual; then the call's handler runs.
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

/** A call with its types erased; the mapped types above have checked it against its contract. */
interface LooseCall {
  route: Route
  handler: (input: LooseInput) => Promise<unknown>
  before: ((input: LooseInput) => Promise<void>) | undefined
  inOneTrip: ((input: LooseInput) => Promise<unknown>) | undefined
  selfKeyed: boolean
}

/** Body limit in bytes of calls without a sign-in, which send names, passwords and codes. */
const STRANGERS_BODY = 16_384

/** Registers a contract's calls on the server, with sign-in, permission, parsing, idempotency and envelope. */
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
      before: options.before?.[name] as LooseCall['before'],
      inOneTrip: options.inOneTrip?.[name] as LooseCall['inOneTrip'],
      selfKeyed: options.selfKeyed?.includes(name) ?? false,
    })
  }
}

/**
 * The part of a keyed call that is hashed: its body, or its query if it has none, and the parameters of its path. It uses the API family's names, which never
 * change, so that a call repeated after an upgrade has the same hash.
 */
const hashedInput = (route: Route, { params, body, query }: LooseInput): unknown => {
  const input = route.body ? toFamily(route.body, body) : toFamily(route.query, query)
  // The path that is stored with a key is that of the contract.
  return route.params ? { ...Object(input), ':params': params } : input
}

function mountCall(
  app: FastifyInstance,
  deps: Deps,
  { route, handler, before, inOneTrip, selfKeyed }: LooseCall,
): void {
  const isCounterWrite = route.idempotent !== undefined && laneOf(route) === 'counter'
  // An upload takes as long as its sender likes.
  const isUpload = route.takes === 'file'
  const isMemberWrite = route.access === 'member' && !isUpload && laneOf(route) === 'counter'
  const messages = { zh: text('zh', route.message ?? 'message.ok'), en: text('en', route.message ?? 'message.ok') }

  // The answer of a keyed call may have been stored by an earlier version, by the family's names.
  const resultOf = (given: unknown): unknown =>
    route.result.parse(route.idempotent ? fromFamily(route.result, given) : given)
  const toAnswer = (given: unknown): Answer => {
    if (given instanceof FileAnswer) return { result: null, message: null, file: given }
    if (!(given instanceof WithMessage)) return { result: resultOf(given), message: null }
    return { result: resultOf(given.result), message: given.message, code: given.code }
  }

  app.route({
    method: typeof route.method === 'string' ? route.method : [...route.method],
    url: `/api${route.path}`,
    config: { named: route },
    ...(route.access === 'public' ? { bodyLimit: STRANGERS_BODY } : {}),
    // Before the body is read, so that unauthorized calls cannot fill the server's memory.
    onRequest: async (request) => {
      const call = new Call(deps, request, route)
      await call.authorize()
      request.call = call
    },
    handler: async (request, reply) => {
      const { call } = request
      if (!call) throw new Error(`${route.path} was not authorized`)
      if (request.body !== undefined) await call.authorizeAgain()
      const input: LooseInput = {
        params: parseInput(route.params, request.params, call.locale),
        query: parseInput(route.query, fromFamily(route.query, request.query), call.locale),
        body: parseInput(route.body, fromFamily(route.body, request.body ?? {}), call.locale),
        ctx: call,
      }
      call.input = input
      call.refuseCash(input.body)
      if (selfKeyed) call.untraced = true
      const work = async () => toAnswer(await handler(input))
      const write = async (): Promise<Answer> => {
        await before?.(input)
        const done = await inOneTrip?.(input)
        if (done === undefined) return runOnce(call, work)
        call.untraced = true
        return toAnswer(done)
      }
      const whole = async (): Promise<Answer> => {
        // A call without a body has its input in the query.
        if (route.idempotent) call.readKey(route.idempotent, hashedInput(route, input))
        if (route.idempotent && !selfKeyed) return write()
        const answer = await work()
        await call.leaveRest()
        return answer
      }
      let answer: Answer
      try {
        const run = () => (isCounterWrite ? withCounterPriority(whole) : whole())
        if (isMemberWrite) answer = await deps.memberWrites.run(run, call.sharer)
        else answer = await (call.personalToken && !isUpload ? deps.tokenCalls.run(run, call.sharer) : run())
      } catch (error) {
        await call.failed(error)
        throw error
      }
      call.committed()
      if (answer.file) return answer.file.send(reply)
      if (route.answers === 'bare') return sendBare(reply, toFamily(route.result, answer.result))
      return sendResult(
        reply,
        answer.code ?? route.code ?? 0,
        answer.message ?? messages[call.locale],
        toFamily(route.result, answer.result),
        call.asOf,
      )
    },
  })
}
