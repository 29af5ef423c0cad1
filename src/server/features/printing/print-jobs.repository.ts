import { type Selectable, sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import type { PrintJob } from '#shared/features/terminals/terminals.contract.ts'
import type { Locale } from '#shared/i18n/catalogue.ts'
import type { PrintedText, PrintOutcome, TicketData } from '#shared/ipc/devices.ts'

type TerminalRow = Selectable<Tables['terminal']>

/** After this time a claimed job without a report is offered again. */
const CLAIM_MS = 30_000
/** How long a job is not offered to a terminal whose printer refused it. */
const RETURN_MS = 10_000
const JOBS_PER_CLAIM = 20

const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

interface NewCopy {
  orgCode: string
  ticket: TicketData
  copyNo: number
  /** Empty: any printer of the store may print it. */
  printId: string
}

/**
 * Adds a print job of a ticket's copy. The first ticket of an order is added by its start (`start_play`) with the order's id, so
 * that the starting terminal can report its result without claiming it.
 */
export async function orderCopy(trx: Transaction, copy: NewCopy, now: Date): Promise<string> {
  const { orgCode, ticket, copyNo, printId } = copy
  const id = newId()
  await sql`select store_print_jobs(array[new_print_job(${id}, ${orgCode}, ${JSON.stringify(ticket)}, ${copyNo}, ${printId}, null, ${now})])`.execute(
    trx,
  )
  return id
}

interface NewPrint {
  /** The subject of the paper, whose copies are numbered. */
  orderId: string
  orgCode: string
  storeName: string
  timeZone: string
  locale: Locale
  at: Date
  document: PrintedText
  /** Empty: any printer of the store may print it. */
  printId: string
}

/** A ticket for a text, with empty fields of a ride. */
export const printedText = ({
  orderId,
  title,
  locale,
  at,
}: Pick<NewPrint, 'orderId' | 'locale' | 'at'> & { title: string }) => ({
  orderId,
  locale,
  startedAt: at.toISOString(),
  // A terminal of an older version cannot print texts; its paper shows at least the title.
  ruleName: title,
  ticketNo: '',
  racer: '',
  vehicleName: '',
  mode: 'timermode' as const,
  amount: 0,
  people: 1,
  memberNo: '',
  cashier: '',
  terminal: '',
  remark: '',
  offline: false,
})

/** Adds a print job of a text. Its subject must be locked, because copies are counted. */
export async function orderPrint(trx: Transaction, wanted: NewPrint, now: Date): Promise<string> {
  const { orderId, orgCode, storeName, timeZone, locale, at, document, printId } = wanted
  const before = await trx
    .selectFrom('printJob')
    .select(({ fn }) => fn.max('copyNo').as('last'))
    .where('orderId', '=', orderId)
    .where('orgCode', '=', orgCode)
    .executeTakeFirst()
  const ticket: TicketData = {
    ...printedText({ orderId, title: document.title, locale, at }),
    storeName,
    timeZone,
    document,
  }
  const copyNo = before?.last === null || before?.last === undefined ? 0 : before.last + 1
  return orderCopy(trx, { orgCode, ticket, copyNo, printId }, now)
}

/** The number of the next copy of an order's ticket; 0 is the original. The order's record must be locked. */
export async function nextCopyNo(trx: Transaction, orderId: string, orgCode: string): Promise<number> {
  const { last } = await trx
    .selectFrom('printJob')
    .select(({ fn }) => fn.max('copyNo').as('last'))
    .where('orderId', '=', orderId)
    .where('orgCode', '=', orgCode)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/**
 * Claims the jobs that a terminal may print: waiting ones, those with an expired claim, and its own unreported ones, which it may
 * have lost in a crash. A job is never claimed by two terminals.
 *
 * A job that another terminal may have printed already is returned as a second attempt, which prints COPY on the ticket.
 * `recovered`: the printer works again, so jobs that the terminal returned are offered to it at once.
 */
export async function claimPrintJobs(
  trx: Transaction,
  terminal: TerminalRow,
  recovered: boolean,
  now: Date,
): Promise<PrintJob[]> {
  const { id: me, orgCode, printId } = terminal
  const { rows } = await sql<Omit<PrintJob, 'expiresAt'> & { expiresAt: Date; createdAt: Date }>`
    update print_job job
    set state = 'claimed', claimed_by = ${me}, claim_until = ${after(now, CLAIM_MS)}, attempt = attempt + case
      when state = 'claimed' and claimed_by = ${me} then 0
      when state = 'waiting' and claimed_by <> ${me} then 2
      else 1 end
    where job.org_code = ${orgCode} and job.id in (
      select id from print_job
      where org_code = ${orgCode} and expires_at > ${now} and print_id in ('', ${printId})
        and state in ('waiting', 'claimed') and (claim_until is null or claim_until <= ${now}
          or state = 'claimed' and claimed_by = ${me}
          or state = 'waiting' and coalesce(claimed_by, ${me}) = ${me}
            and (returned_by is distinct from ${me} or ${recovered}))
      order by created_at, id limit ${JOBS_PER_CLAIM} for update skip locked)
    returning id, print_id, copy_no, attempt, ticket, expires_at, created_at`.execute(trx)
  const inOrder = rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
  return inOrder.map(({ createdAt: _, expiresAt, ...job }) => ({ ...job, expiresAt: expiresAt.toISOString() }))
}

interface Report {
  id: string
  outcome: PrintOutcome
  detail: string
}

/** The new state of a job by its outcome; a job that certainly was not printed is offered to the store again. */
const stateAfter = (outcome: PrintOutcome) =>
  outcome === 'unknown' ? 'unknown' : outcome === 'printed' || outcome === 'sent' ? 'printed' : 'waiting'

/** Stores the outcome of a job; returns whether it waits for a printer again. */
export async function reportPrintJob(
  trx: Transaction,
  terminal: TerminalRow,
  report: Report,
  now: Date,
): Promise<boolean> {
  const { id, outcome, detail } = report
  const job = await trx
    .selectFrom('printJob')
    .select(['state', 'claimedBy', 'attempt', 'outcome'])
    .where('id', '=', id)
    .where('orgCode', '=', terminal.orgCode)
    .forUpdate()
    .executeTakeFirst()
  if (!job) throw new AppError('common.recordNotFound')
  const state = stateAfter(outcome)
  // The terminal has printed it from the answer to its start, so no other has to.
  const isNobodys = job.state === 'waiting' && job.claimedBy === null && state === 'printed'
  if (job.claimedBy !== terminal.id && !isNobodys) throw new AppError('print.claimLost')
  // The report is repeated, because its answer was lost.
  if (job.state === 'printed' || (job.state === 'unknown' && outcome === 'unknown')) return false
  const givenBack = state === 'waiting'
  const attempt = givenBack ? Math.max(0, job.attempt - 1) : job.attempt
  const claim = givenBack
    ? { claimedBy: null, claimUntil: after(now, RETURN_MS), returnedBy: terminal.id, attempt }
    : { claimedBy: terminal.id }
  await trx
    .updateTable('printJob')
    .set({ state, outcome, detail, ...claim })
    .where('id', '=', id)
    .where('orgCode', '=', terminal.orgCode)
    .execute()
  if (state === 'printed' && terminal.firstPrintedAt === null) await noteFirstPrint(trx, terminal, now)
  return givenBack
}

/** Records that the terminal's printer works. */
const noteFirstPrint = (trx: Transaction, { id, orgCode }: TerminalRow, now: Date) =>
  trx.updateTable('terminal').set({ firstPrintedAt: now }).where('id', '=', id).where('orgCode', '=', orgCode).execute()

/** Cancels the server's job of a ticket that a terminal has already printed. */
export async function markPrintedElsewhere(trx: Transaction, orderId: string): Promise<void> {
  await trx
    .updateTable('printJob')
    .set({ state: 'printed', outcome: 'printed', detail: 'offline' })
    .where('orderId', '=', orderId)
    .where('copyNo', '=', 0)
    .where('state', '<>', 'printed')
    .execute()
}

/** Withdraws the unclaimed papers of cancelled rides of a store. */
export async function withdrawPapers(trx: Transaction, rideIds: string[], orgCode: string, now: Date): Promise<void> {
  await sql`select withdraw_papers(${rideIds}::uuid[], ${orgCode}, ${now})`.execute(trx)
}
