import type { Clock } from '#main/core/clocks/clock.ts'
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

/** The permission to open shifts and count drawers, with or without the server. */
const SHIFT_PERMISSION = 'shift:work'

export interface DrawerShiftsDeps {
  clock: Clock
  cashiers: Pick<Cashiers, 'hasShown'>
  settings(): TerminalSettings
  worker(): TerminalSession
  snapshot(): Snapshot | null
  /** Throws while the data file cannot be opened. */
  store(): DeferredActionStore
  write<T>(run: () => T): T
  /** Whether the server can be asked now. */
  canAsk(): boolean
  onDone(): void
}

/** Shift actions of this counter while the server is away: open, pay in or out, blind count, handover. Each is stored before it returns. */
export function createDrawerShifts(deps: DrawerShiftsDeps) {
  const { clock, settings, worker, store, write } = deps

  function here(): ShiftHere {
    const { orgCode, id: userId } = worker().userInfo
    const reported = store().known(orgCode)
    const { waiting } = store().counts()
    if (!reported) return { shift: null, isKnown: false, waiting }
    const shift = shiftAfter(reported.shift, reported.since)
    const isReported = shift !== null && shift.id === reported.shift?.id
    // `isOwn` of a reported shift refers to the user who was signed in then.
    const isOwn =
      shift !== null && (shift.cashierId === userId || (shift.isOwn && (!isReported || reported.userId === userId)))
    return { shift: shift && { ...shift, isOwn }, isKnown: true, waiting }
  }

  /** Throws for an action that the server would refuse later, when the cash has already moved. */
  function check({ act, shiftId, cashierId, amount, remark }: ShiftAct): void {
    if (!mayDo(worker().permissions, SHIFT_PERMISSION)) throw new AppError('auth.forbidden')
    const { shift, isKnown, waiting } = here()
    // With the server at hand it decides, once the earlier actions are sent.
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

  /** Name of the cashier who takes over. Throws where the cashier is unknown or has not proven the password here. */
  function nameOf(id: string): string {
    const { userInfo } = worker()
    if (id === userInfo.id) return userInfo.realname
    const cashier = deps.snapshot()?.cashiers.find((one) => one.id === id)
    if (!cashier) throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
    if (cashier.havePassword === 'YES' && !deps.cashiers.hasShown(id)) throw new AppError('sessions.cashierUnproven')
    return cashier.realname
  }

  function plan({ id: _, ...action }: ReturnType<typeof ShiftAct.parse>): DeferredActionRecord {
    const { userInfo } = worker()
    const { terminalName, printId } = settings()
    const begins = action.act === 'open' || action.act === 'handover'
    const cashierId = begins ? (action.cashierId ?? userInfo.id) : null
    const now = new Date(clock.now())
    const body: DeferredShiftAction = {
      ...action,
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
    async act(input: ShiftAct): Promise<ShiftHere> {
      const act = ShiftAct.parse(input)
      if (!store().has(act.id)) {
        check(act)
        const record = plan(act)
        write(() => store().add(act.id, worker().userInfo.orgCode, record))
        deps.onDone()
      }
      return here()
    },
    list: async () => store().list(),
    retry: async ({ id }: { id: string }) => settle(id, () => store().retry(id)),
    dismiss: async ({ id, remark }: { id: string; remark: string }) => settle(id, () => store().dismiss(id, remark)),
  }
}
