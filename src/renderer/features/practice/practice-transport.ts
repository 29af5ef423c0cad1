import type { Exchange, HttpTransport } from '#renderer/core/http/http-transport.ts'
import { AppError, type ErrorDetails } from '#shared/core/errors.ts'
import { fromFamily } from '#shared/core/family-names.ts'
import { newId } from '#shared/core/id.ts'
import { RechargePayMode } from '#shared/features/recharge/recharge-orders.schema.ts'
import { GuestPayMode } from '#shared/features/sessions/charge.schema.ts'
import { PlayState } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { ExchangeAnswer } from '#shared/ipc/exchange.ts'
import { toPageOf } from './practice-page.ts'
import type { PracticeVenue } from './practice-venue.ts'

/** Read-only calls without guest data; only these reach the server. */
const PASSED = [
  '/sys/dict/getDictItems/',
  '/sys/user/getCurrentUserDeparts',
  '/sys/permission/getUserPermissionByToken',
]

const noNotices = { anntMsgList: [], anntMsgTotal: 0, sysMsgList: [], sysMsgTotal: 0 }

interface PracticeAnswer {
  result?: unknown
  message?: string
}

const answerOf = (envelope: object): ExchangeAnswer => ({
  status: 200,
  type: 'application/json',
  disposition: '',
  body: new TextEncoder().encode(JSON.stringify(envelope)),
})

const done = ({ result = null, message = '' }: PracticeAnswer): ExchangeAnswer =>
  answerOf({ success: true, message, code: 0, result, timestamp: Date.now() })

const refused = (code: string, details: ErrorDetails): ExchangeAnswer =>
  answerOf({
    success: false,
    message: code,
    code: 500,
    result: null,
    timestamp: Date.now(),
    error: { code, details, requestId: '' },
  })

/** The cashier of a practice shift. */
const NOBODY = { id: '', name: '' }

/**
 * Answers the counter's calls from the practice venue. Calls that write, or that concern guests, never reach the
 * server; unknown ones are refused.
 */
export function practiceTransport(venue: PracticeVenue, real: HttpTransport, cashier = NOBODY): HttpTransport {
  const routes: Record<string, (exchange: Exchange, query: URLSearchParams) => PracticeAnswer> = {
    'GET /playbeforepay/sysPlayBeforePay/list': (_, query) => ({
      result: toPageOf(
        venue.records(String(fromFamily(PlayState, query.get('playState') ?? ''))),
        Number(query.get('pageSize') ?? 10),
      ),
    }),
    'POST /playbeforepay/sysPlayBeforePay/doconsume': ({ body }) => {
      const { id, userId } = JSON.parse(String(body)) as { id: string; userId?: string | null }
      return { message: venue.consume({ id, userId: userId ?? '' }) }
    },
    'GET /consume/sysConsume/queryById': (_, query) => ({ result: venue.order(query.get('id') ?? '') }),
    'GET /consume/sysConsume/quote': (_, query) => ({
      result: venue.quote({
        sysDepartConsumeRoleId: query.get('sysDepartConsumeRoleId') ?? '',
        userId: query.get('userId') || null,
        people: Number(query.get('people') ?? 1),
        vehicleId: query.get('vehicleId') ?? '',
        consumePayMode: fromFamily(GuestPayMode, query.get('consumePayMode')) === 'cash' ? 'cash' : 'wechat',
      }),
    }),
    'POST /vehicle/sysVehicle/finish': ({ body }) => {
      const { id } = JSON.parse(String(body)) as { id: string }
      return { result: venue.finish(id) }
    },
    'GET /consume/sysConsume/getDepartInfo': () => ({ result: venue.till.facts() }),
    'GET /memberrecharge/sysMemberRecharge/rechargerolelist': () => ({
      result: toPageOf(venue.till.offers(), venue.till.offers().length),
    }),
    'GET /memberrecharge/sysMemberRecharge/changwanrolelist': () => ({ result: toPageOf([], 0) }),
    'POST /memberrecharge/sysMemberRecharge/add': ({ body, key }) => {
      const asked = JSON.parse(String(body)) as Record<string, string | null>
      const given = {
        userId: asked.userId ?? '',
        ruleId: asked.sysDepartRechargeRoleId ?? '',
        isCash: fromFamily(RechargePayMode, asked.consumePayMode) === 'cash',
        remark: asked.remark ?? '',
      }
      return { result: venue.till.recharge(given, key ?? newId()) }
    },
    'GET /memberrecharge/sysMemberRecharge/queryById': (_, query) => ({
      result: venue.till.rechargeOrder(query.get('id') ?? ''),
    }),
    'GET /refund/sysRefund/lastSale': () => ({ result: venue.till.lastSale() }),
    'POST /refund/sysRefund/voidSale': ({ body }) => {
      const { orderId } = JSON.parse(String(body)) as { orderId: string }
      return { result: venue.till.voidSale(orderId) }
    },
    'GET /shift/sysShift/current': () => ({ result: venue.till.shift() }),
    'POST /shift/sysShift/open': ({ body, key }) => {
      const { floatAmount = 0 } = JSON.parse(String(body)) as { floatAmount?: number }
      return { result: venue.till.openShift({ floatAmount, cashier }, key ?? newId()) }
    },
    'POST /shift/sysShift/close': ({ body }) => {
      const { counted = 0 } = JSON.parse(String(body)) as { counted?: number }
      return { result: venue.till.closeShift(counted) }
    },
    'GET /sys/annountCement/listByUser': () => ({ result: noNotices }),
  }
  return async (exchange, transfer) => {
    const [path = '', search = ''] = exchange.path.split('?')
    const isPassed = exchange.method === 'GET' && PASSED.some((one) => path.startsWith(one))
    if (isPassed) return real(exchange, transfer)
    const route = routes[`${exchange.method} ${path}`]
    if (!route) return refused('practice.notHere', {})
    try {
      return done(route(exchange, new URLSearchParams(search)))
    } catch (error) {
      if (error instanceof AppError) return refused(error.code, error.details)
      throw error
    }
  }
}
