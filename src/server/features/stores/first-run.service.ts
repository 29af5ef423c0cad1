import { networkInterfaces } from 'node:os'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { orderCopy } from '#server/features/printing/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { type FirstRunState, FirstRunStep } from '#shared/features/stores/first-run.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import {
  addPerson,
  countSetup,
  dropSkip,
  keepSkip,
  type StoreToSetUp,
  skipsOf,
  storesInScope,
} from './first-run.repository.ts'
import { reachableAddresses } from './reachable-addresses.calc.ts'

const nothingYet: Omit<FirstRunState, 'addresses'> = {
  orgCode: '',
  departName: '',
  isCurrent: false,
  isFinished: false,
  acceptsCash: 'NO',
  steps: FirstRunStep.options.map((step) => ({ step, state: 'open', count: 0, skippedBy: '', skippedTime: null })),
}

async function stateOf(trx: Transaction, store: StoreToSetUp, current: string): Promise<typeof nothingYet> {
  const counts = { store: 1, ...(await countSetup(trx, store)) }
  const skips = new Map((await skipsOf(trx, store.orgCode)).map((skip) => [skip.step, skip]))
  const steps = FirstRunStep.options.map((step) => {
    const skip = skips.get(step)
    const state = counts[step] > 0 ? ('done' as const) : skip ? ('skipped' as const) : ('open' as const)
    return {
      step,
      state,
      count: counts[step],
      skippedBy: skip?.skippedBy ?? '',
      skippedTime: skip ? toWireTime(skip.skippedAt) : null,
    }
  })
  return {
    orgCode: store.orgCode,
    departName: store.name,
    isCurrent: store.orgCode === current,
    acceptsCash: store.acceptsCash,
    isFinished: steps.every(({ state }) => state !== 'open'),
    steps,
  }
}

/** The checklist of a new store. */
export function firstRunService({ clock, config, realtime }: Pick<Deps, 'clock' | 'config' | 'realtime'>) {
  const inScope = async (trx: Transaction, orgCode: string): Promise<StoreToSetUp> => {
    const found = (await storesInScope(trx)).find((store) => store.orgCode === orgCode)
    if (!found) throw new AppError('common.recordNotFound')
    return found
  }

  const find = async (trx: Transaction, orgCode: string | undefined, current: string) => {
    if (orgCode) return stateOf(trx, await inScope(trx, orgCode), current)
    const stores = await storesInScope(trx)
    const own = stores.find((store) => store.orgCode === current)
    if (own) return stateOf(trx, own, current)
    let last = nothingYet
    for (const store of stores) {
      last = await stateOf(trx, store, current)
      if (!last.isFinished) return last
    }
    return last
  }

  return {
    query: (orgCode: string | undefined, ctx: CallContext): Promise<FirstRunState> =>
      ctx.tx(async (trx) => ({
        ...(await find(trx, orgCode, ctx.user.orgCode)),
        addresses: reachableAddresses(config, networkInterfaces()),
      })),

    skip: (
      { orgCode, step, skipped }: { orgCode: string; step: FirstRunStep; skipped: boolean },
      ctx: CallContext,
    ): Promise<void> =>
      ctx.tx(async (trx) => {
        const { id } = await inScope(trx, orgCode)
        if (skipped) await keepSkip(trx, { orgCode, step, skippedBy: ctx.user.username, skippedAt: clock() })
        else await dropSkip(trx, orgCode, step)
        ctx.touched({ id, after: { step, skipped } })
      }),

    enter: (orgCode: string, ctx: CallContext): Promise<void> =>
      ctx.tx(async (trx) => {
        const { id } = await inScope(trx, orgCode)
        await addPerson(trx, ctx.user.id, id)
        ctx.touched({ id, after: { user: ctx.user.username } })
      }),

    /** A test ticket, which belongs to no order and is marked as a test. */
    testPrint: (orgCode: string, ctx: CallContext): Promise<{ id: string }> =>
      ctx.tx(async (trx) => {
        const store = await inScope(trx, orgCode)
        const { terminal } = await countSetup(trx, store)
        if (terminal === 0) throw new AppError('firstRun.noTerminal')
        const test = text(ctx.locale, 'firstRun.testTicket')
        const ticket = {
          orderId: newId(),
          storeName: store.name,
          ticketNo: 'TEST',
          racer: test,
          vehicleName: '—',
          ruleName: test,
          mode: 'circlemode' as const,
          amount: 0,
          people: 1,
          memberNo: '',
          startedAt: clock().toISOString(),
          cashier: ctx.user.realname,
          terminal: '',
          remark: '',
          offline: false,
          locale: ctx.locale,
          timeZone: store.timeZone,
        }
        const id = await orderCopy(trx, { orgCode, ticket, copyNo: 0, printId: '' }, clock())
        ctx.touched({ id })
        ctx.afterCommit(() => realtime.publish({ topic: 'printJobs', orgCode }))
        return { id }
      }),
  }
}
