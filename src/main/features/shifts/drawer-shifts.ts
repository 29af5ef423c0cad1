import type { Clock } from '#main/core/clock.ts'
import type { Cashiers } from '#main/features/cashiers/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { mayDo } from '#shared/core/may-do.ts'
import { businessDay } from '#shared/core/time.ts'
import type { DeferredShiftAction } from '#shared/features/shifts/shifts.schema.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { TerminalSession, TerminalSettings } from '#shared/ipc/contract.ts'
import { ShiftAct, type ShiftActItem, type ShiftHere } from '#shared/ipc/shifts.ts'
import type { DeferredActionRecord, DeferredActionStore } from './deferred-actions.store.ts'
import { shiftAfter } from './shift-here.calc.ts'

/** Who opens shifts and counts drawers, with or without the server. */
const WORKS = 'shift:work'

export interface DrawerShiftsDeps {
  clock: Clock
  cashiers: Pick<Cashiers, 'hasShown'>
  settings(): TerminalSettings
  worker(): TerminalSession
  snapshot(): Snapshot | null
  /** Where it is kept; throws while the data file cannot be opened. */
  store(): DeferredActionStore
  write<T>(run: () => T): T
  /** Whether the server would be asked now. */
  canAsk(): boolean
  onDone(): void
}

/** The drawer of this counter while the server is away: opened, moved, counted blind, handed on; kept before it is said to be done. */
export function createDrawerShifts(deps: DrawerShiftsDeps) {
  const { clock, settings, worker, store, write } = deps

  function here(): ShiftHere {
    const { orgCode, id: userId } = worker().userInfo
    const known = store().known(orgCode)
    const { waiting } = store().counts()
    if (!known) return { shift: null, isKnown: false, waiting }
    const shift = shiftAfter(known.shift, known.since)
    const isTold = shift !== null && shift.id === known.shift?.id
    // Whose it is was said to whoever was signed in then.
    const isOwn =
      shift !== null && (shift.cashierId === userId || (shift.isOwn && (!isTold || known.userId === userId)))
    return { shift: shift && { ...shift, isOwn }, isKnown: true, waiting }
  }

  /** Refuses what the server would refuse afterwards, when the cash has moved. */
  function check({ act, shiftId, cashierId, amount, remark }: ShiftAct): void {
    if (!mayDo(worker().permissions, WORKS)) throw new AppError('auth.forbidden')
    const { shift, isKnown, waiting } = here()
    // What the server can be asked is the server's, and what was done before goes first.
    if (deps.canAsk() && waiting === 0) throw new AppError('sessions.serverIsBack')
    if (!isKnown) throw new AppError('shifts.notKnownHere')
    if (act === 'open' && shift)
      throw new AppError('shifts.openAlready', { by: shift.cashierName, time: shift.openTime })
    if (act !== 'open') {
      if (shift?.id !== shiftId || !shift) throw new AppError('shifts.notOpen')
      if (!shift.isOwn) throw new AppError('shifts.notYours', { by: shift.cashierName })
      if (act === 'handover' && shift.cashierId === cashierId)
        throw new AppError('shifts.sameCashier', { field: 'cashierId' })
    }
    const isMove = act === 'cashIn' || act === 'cashOut'
    if (isMove && !remark) throw new AppError('common.invalidInput', { field: 'remark' })
    if (isMove && amount === 0) throw new AppError('common.invalidInput', { field: 'amount' })
  }

  /** Who answers from now on, who has shown the password here. */
  function nameOf(id: string): string {
    const { userInfo } = worker()
    if (id === userInfo.id) return userInfo.realname
    const cashier = deps.snapshot()?.cashiers.find((one) => one.id === id)
    if (!cashier) throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
    if (cashier.havePassword === 'YES' && !deps.cashiers.hasShown(id)) throw new AppError('sessions.cashierUnproven')
    return cashier.realname
  }

  function plan({ id: _, ...asked }: ReturnType<typeof ShiftAct.parse>): DeferredActionRecord {
    const { userInfo } = worker()
    const { terminalName, printId } = settings()
    const begins = asked.act === 'open' || asked.act === 'handover'
    const cashierId = begins ? (asked.cashierId ?? userInfo.id) : null
    const now = new Date(clock.now())
    const body: DeferredShiftAction = {
      ...asked,
      cashierId,
      printId,
      operatorId: userInfo.id,
      happenedAt: now.toISOString(),
    }
    const { timeZone = 'Asia/Shanghai', dayStartHour = 0 } = deps.snapshot()?.store ?? {}
    return {
      body,
      cashierName: cashierId ? nameOf(cashierId) : (here().shift?.cashierName ?? ''),
      terminalName,
      byName: userInfo.realname,
      businessDay: businessDay(now, timeZone, dayStartHour),
    }
  }

  function settle(id: string, change: () => boolean): ShiftActItem {
    const changed = write(change)
    const item = store().item(id)
    if (!changed || !item) throw new AppError('common.recordNotFound')
    deps.onDone()
    return item
  }

  return {
    here: async () => here(),
    async act(asked: ShiftAct): Promise<ShiftHere> {
      const act = ShiftAct.parse(asked)
      if (!store().has(act.id)) {
        check(act)
        const kept = plan(act)
        write(() => store().add(act.id, worker().userInfo.orgCode, kept))
        deps.onDone()
      }
      return here()
    },
    list: async () => store().list(),
    retry: async ({ id }: { id: string }) => settle(id, () => store().retry(id)),
    dismiss: async ({ id, remark }: { id: string; remark: string }) => settle(id, () => store().dismiss(id, remark)),
  }
}
