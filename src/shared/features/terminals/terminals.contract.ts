import { z } from 'zod'
import { crudRoutes, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { choiceFilter, listQuery, route, textFilter } from '#shared/core/route.ts'
import { cleaned, exact, line, lines } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { DeviceState, PrinterStatus, PrintOutcome, TicketData } from '#shared/ipc/devices.ts'
import { Snapshot, SnapshotChanges, SnapshotHashes } from './snapshot.schema.ts'

export const PrintJob = z.object({
  id: z.uuid(),
  printId: z.string(),
  /** 0 for the first ticket of an order; each reprint counts up. */
  copyNo: z.number().int(),
  /** Above 1 if an earlier claim expired: the ticket may exist already, so it is printed as a copy. */
  attempt: z.number().int(),
  ticket: TicketData,
  expiresAt: z.iso.datetime(),
})
export type PrintJob = z.infer<typeof PrintJob>

/** A refused offline start, as shown to managers and at the terminal. */
export const Refusal = z.object({
  id: z.uuid(),
  sysOrgCode: z.string(),
  createTime: WireTime,
  terminalName: z.string(),
  code: z.string(),
  reason: z.string(),
  payload: z.record(z.string(), z.unknown()),
  state: z.enum(['open', 'settled', 'dismissed']),
  remark: z.string(),
})
export type Refusal = z.infer<typeof Refusal>

/** What became of the last update of a terminal; see docs/terminal-updates.md. */
export const UpdateState = z.enum([
  'waiting',
  'signatureInvalid',
  'fileInvalid',
  'noWayBack',
  'tooFar',
  'notInstalled',
  'wentBack',
])
export type UpdateState = z.infer<typeof UpdateState>
export const UpdateReport = z.object({ state: UpdateState, version: exact(20) })

/** Health of a terminal as anonymous figures, shown to managers. */
export const TerminalReport = z.object({
  printer: z.object({
    state: DeviceState,
    problem: PrinterStatus.shape.problem,
    /** Jobs with an unknown outcome. */
    unknown: z.number().int().min(0).max(1_000_000),
  }),
  readers: z.array(DeviceState).max(16),
  /** Unsent starts and sales, and the age of the oldest by the terminal's clock. */
  waiting: z.number().int().min(0).max(1_000_000),
  oldestSeconds: z.number().int().min(0).max(100_000_000).nullable(),
  /** Refusals that were not dismissed yet. */
  refused: z.number().int().min(0).max(1_000_000),
  /** Why nothing can be stored; empty if storage works. */
  storageProblem: exact(60),
  /** Clock error of the computer in seconds. */
  clockBehind: z.number().int().min(-1e10).max(1e10),
  /** The last update that it heard of; left out while there is none. */
  update: UpdateReport.optional(),
})
export type TerminalReport = z.infer<typeof TerminalReport>

const registration = z.object({
  id: z.uuid(),
  name: line(40, 1),
  prefix: z.string().regex(/^[A-Za-z0-9]{1,6}$/),
  printId: exact(64).default(''),
})

const Registered = z.object({ id: z.uuid(), orgCode: z.string(), prefix: z.string() })

export const TerminalState = z.enum(['registered', 'enrolled', 'revoked'])

/** Terminals; they register and update themselves. */
export const terminalResource = resource({
  path: '/terminal/sysTerminal',
  permission: 'terminal',
  noun: 'counter terminals',
  entity: z.object({
    id: z.string(),
    sysOrgCode: z.string(),
    sysOrgCode_dictText: z.string().nullable(),
    name: z.string(),
    prefix: z.string(),
    printId: z.string(),
    state: TerminalState,
    /** Empty until it has reported. */
    version: z.string(),
    updateState: UpdateState.or(z.literal('')),
    updateVersion: z.string(),
    seenTime: z.string(),
    enrolTime: z.string().nullable(),
    revokeTime: z.string().nullable(),
    createTime: z.string(),
  }),
  create: registration,
  update: z.object({}),
  filter: {
    id: 'id',
    sysOrgCode: 'text',
    name: 'text',
    prefix: 'text',
    printId: 'text',
    state: 'text',
    version: 'text',
    updateState: 'text',
    seenTime: 'time',
    enrolTime: 'time',
    revokeTime: 'time',
    createTime: 'time',
  },
  sort: ['createTime', 'name', 'seenTime', 'state', 'version'],
  dict: { state: 'terminal_state' },
})

const { list } = crudRoutes(terminalResource)

/** Calls of terminals: registration, snapshot, print jobs, refused starts. */
export const terminals = {
  register: route({
    method: 'POST',
    path: '/terminal/sysTerminal/register',
    summary: 'Registers a terminal at its store, or updates it; returns its unique ticket prefix',
    access: 'terminal:use',
    body: registration,
    result: Registered,
  }),
  enrol: route({
    method: 'POST',
    path: '/terminal/sysTerminal/enrol',
    summary: 'Enrols a terminal with its own key, which signs this call; a revoked key is never accepted again',
    access: 'terminal:enrol',
    body: registration.extend({
      /** Ed25519 public key, 32 bytes, base64url. */
      publicKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    }),
    result: Registered,
  }),
  list,
  revoke: route({
    method: 'POST',
    path: '/terminal/sysTerminal/revoke',
    summary: 'Revokes the key of a terminal; its signatures are refused from then on',
    access: 'terminal:revoke',
    body: z.object({ id: z.uuid(), sysOrgCode: exact(64), remark: line(200).default('') }),
    result: z.null(),
  }),
  snapshot: route({
    method: 'GET',
    path: '/terminal/sysTerminal/snapshot',
    summary: 'All data that a counter needs to work offline',
    access: 'terminal:use',
    result: Snapshot,
  }),
  snapshotChanges: route({
    method: 'GET',
    path: '/terminal/sysTerminal/snapshotChanges',
    summary: 'The parts of the snapshot whose hashes differ from those that the terminal sends',
    access: 'terminal:use',
    query: SnapshotHashes,
    result: SnapshotChanges,
  }),
  storeSecret: route({
    method: 'GET',
    path: '/terminal/sysTerminal/storeSecret',
    summary:
      'The shared secret by which terminals of a store authenticate each other offline; needs a signed call of an enrolled terminal. It changes when a terminal is enrolled or revoked',
    access: 'terminal:use',
    result: z.object({
      orgCode: z.string(),
      /** 32 bytes, base64url. */
      secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    }),
  }),
  report: route({
    method: 'POST',
    path: '/terminal/sysTerminal/report',
    summary: 'Reports the health of the terminal; replaces the previous report',
    access: 'terminal:use',
    body: z.object({ terminalId: z.uuid(), version: exact(40), report: TerminalReport }),
    result: z.null(),
    // Called by every terminal several times a minute.
    audited: false,
  }),
  claimPrintJobs: route({
    method: 'POST',
    path: '/terminal/sysPrintJob/claim',
    summary:
      'Claims the waiting print jobs that this terminal may print; a claim without a report in time is offered again',
    access: 'terminal:use',
    body: z.object({
      terminalId: z.uuid(),
      /** The printer works again: jobs that it returned are offered at once. */
      recovered: z.boolean().default(false),
    }),
    result: z.array(PrintJob),
    // Called by every terminal every few seconds.
    audited: false,
  }),
  reportPrintJob: route({
    method: 'POST',
    path: '/terminal/sysPrintJob/report',
    summary: 'Reports the result of a claimed job; blocked and not-sent return it to the store',
    access: 'terminal:use',
    body: z.object({
      id: z.uuid(),
      terminalId: z.uuid(),
      outcome: PrintOutcome,
      detail: lines(200).default(''),
    }),
    result: z.null(),
    audited: false,
  }),
  refusals: route({
    method: 'GET',
    path: '/terminal/sysSyncRefusal/list',
    summary: 'Offline starts that the server refused',
    access: 'refusal:list',
    query: listQuery(['createTime'], {
      state: choiceFilter(z.enum(['open', 'settled', 'dismissed'])),
      sysOrgCode: textFilter(64),
    }),
    result: pageOf(Refusal),
  }),
  storeRefusal: route({
    method: 'POST',
    path: '/terminal/sysSyncRefusal/keep',
    summary: 'Stores a copy of a start that fails at the server, for the manager',
    access: 'terminal:use',
    body: z.object({
      id: z.uuid(),
      terminalId: z.uuid(),
      code: z.enum(['sync.serverFails', 'sync.unreadable']),
      /** The original request of the terminal. */
      payload: z
        .record(exact(40), z.union([cleaned(500), z.number().min(-1e15).max(1e15), z.boolean(), z.null()]))
        .refine((fields) => Object.keys(fields).length <= 40),
    }),
    result: z.null(),
  }),
  dismissRefusal: route({
    method: 'POST',
    path: '/terminal/sysSyncRefusal/dismiss',
    summary: 'Closes a refused start with a remark; nothing is deleted',
    access: 'terminal:use',
    body: z.object({ id: z.uuid(), remark: line(200, 1) }),
    result: z.null(),
  }),
}
