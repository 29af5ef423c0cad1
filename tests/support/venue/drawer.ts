import { demoUsers } from '#server/db/seed/access.ts'
import type { CauseKind } from '#server/db/tables/ledger.ts'
import { type LedgerEntry, type PostedLine, post } from '#server/features/ledger/index.ts'
import type { Api } from '#shared/api.ts'
import type { Client } from '#shared/core/client.ts'
import { newId } from '#shared/core/id.ts'
import type { TestClient, TestServer } from '#tests/support/server.ts'
import { enrolledTerminal, type TestTerminal } from './terminal-key.ts'
import { STORE, venueOf } from './venue.ts'

interface Sale {
  terminalId?: string | null
  kind?: CauseKind
  /** The time of the act, if a terminal stored it offline. */
  happenedAt?: Date
  /** The shift of the act, according to that terminal. */
  shiftId?: string
}

/** A terminal with its drawer, at which a cashier works. */
export interface Drawer {
  terminal: TestTerminal
  /** The cashier at the terminal, whose calls it signs. */
  here: Client<Api>
  open(by?: Client<Api>, given?: object): Promise<{ id: string; businessDay: string }>
  close(id: string, counted: number, by?: Client<Api>): ReturnType<typeof closed>
  /** The ledger entries of an order. */
  sell(lines: LedgerEntry[], given?: Sale): Promise<PostedLine[]>
}

export const cash = (fen: number): LedgerEntry[] => [{ account: 'cash', delta: fen }]

const closed = async (by: Client<Api>, id: string, counted: number) =>
  (await by.shifts.close({ body: { id, counted }, key: newId() })).result

export async function drawerOf(server: TestServer, manager: TestClient, cashier: TestClient): Promise<Drawer> {
  const terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
  const here = terminal.with(cashier)
  return {
    terminal,
    here,
    open: async (by = here, given = {}) =>
      (await by.shifts.open({ body: { floatAmount: 500, ...given }, key: newId() })).result,
    close: (id, counted, by = here) => closed(by, id, counted),
    sell: (lines, given = {}) => {
      const cause = { kind: 'consume' as const, id: newId(), orgCode: STORE, operatorId: demoUsers.cashier.id }
      const at = { terminalId: terminal.id, now: server.clock.now(), ...given }
      return venueOf(server).inEveryStore((trx) => post(trx, { ...cause, ...at }, lines))
    },
  }
}
